const begin = Date.now();
const elapsed = (since: number) => {
  const seconds = (Date.now() - since) / 1000;
  return seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
};

/** One line for the person who waits, with the time since the start. */
export const say = (text: string) => console.error(`[${elapsed(begin).padStart(9)}] ${text}`);

/** Runs one step and says how long it took; a step of minutes says every half minute that it goes on. */
export async function step<T>(title: string, body: () => Promise<T>): Promise<T> {
  const start = Date.now();
  say(`${title} …`);
  const alive = setInterval(() => say(`${title}: ${elapsed(start)} so far`), 30_000);
  try {
    const result = await body();
    say(`${title}: done in ${elapsed(start)}`);
    return result;
  } finally {
    clearInterval(alive);
  }
}
