/** Waits. */
export const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Asks again and again until the answer is neither false nor undefined nor an error. Throws after `seconds`, with the last error. */
export async function until<T>(what: string, ask: () => T | Promise<T>, seconds = 10): Promise<NonNullable<T>> {
  const end = Date.now() + seconds * 1000;
  let last: unknown = "no answer";
  while (Date.now() < end) {
    try {
      const found = await ask();
      if (found !== undefined && found !== null && found !== false) return found;
    } catch (error) {
      last = error;
    }
    await sleep(25);
  }
  throw new Error(`${what} did not happen within ${seconds} s`, { cause: last });
}
