/** Bucket bounds as the engine's /metrics shows them. */

/** Seconds until the first token. */
export const firstTokenSeconds = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80, 160, 640, 2560,
];

/** Seconds from token to token. */
export const tokenSeconds = [
  0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80,
];

/** Seconds of a whole request and of its phases. */
export const requestSeconds = [
  0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480, 960, 1920, 7680,
];

/** Tokens of one step over all sequences. */
export const stepTokens = [1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384];

/** Choices of a request (`n`). */
export const choices = [1, 2, 5, 10, 20];

/** Preemptions of a request. */
export const preemptions = [1, 2, 3, 4, 5, 10, 20];

/** 1, 2, 5, 10, … up to the longest context. */
export function tokenCounts(maxModelLen: number): number[] {
  const bounds: number[] = [];
  for (let power = 1; ; power *= 10) {
    for (const digit of [1, 2, 5]) {
      if (digit * power > maxModelLen) return bounds;
      bounds.push(digit * power);
    }
  }
}

/** Seconds of an HTTP exchange, over all routes. */
export const httpSecondsFine = [
  0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 7.5, 10, 30, 60,
];

/** Seconds of an HTTP exchange, by route. */
export const httpSeconds = [0.1, 0.5, 1];
