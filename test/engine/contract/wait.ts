import { setTimeout as sleep } from "node:timers/promises";

/** Asks again and again until the answer is right. Throws after `seconds`, with the last answer. */
export async function until<T>(ask: () => Promise<T>, right: (answer: T) => boolean, seconds = 120): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (right(answer)) return answer;
    if (performance.now() > end) throw new Error(`still ${JSON.stringify(answer)} after ${seconds} s`);
    await sleep(100);
  }
}
