/** One demand on an input: where it is, what it is, whether that is well, and what to give instead. */
export type Rule = [path: string, value: unknown, ok: boolean, fix: string];

/** HAProxy's longest time is 2^31 - 1 ms. */
const longestSeconds = 2_147_483;

/** A whole number within limits. */
export const whole = (value: unknown, min: number, max = 2 ** 31 - 1) =>
  typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;

/** A time that HAProxy reads as meant. */
export const time = (path: string, value: number): Rule => [
  path,
  value,
  value > 0 && value <= longestSeconds,
  `give seconds above 0, up to ${longestSeconds}; HAProxy reads 0 as "for ever".`,
];

/** A time that may be 0, where the line is left out. */
export const timeOrNone = (path: string, value: number): Rule => [
  path,
  value,
  value >= 0 && value <= longestSeconds,
  `give seconds from 0 (none) to ${longestSeconds}.`,
];
