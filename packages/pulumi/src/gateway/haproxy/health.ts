import { quoted, seconds } from "./text";

/** How engines are watched. A frozen one is out after at most interval + 2 × answer + retry = 5.25 s. */
const check = {
  /** Between checks. */
  interval: 1,
  /** Between checks after the first failure. */
  retry: 0.25,
  /** Longest wait for an answer: an engine that is short of processors takes more than a second. */
  answer: 2,
  fall: 2,
  rise: 1,
} as const;

/** The check itself. */
export const healthLines = (path: string) => [
  "option httpchk",
  `http-check send meth GET uri ${quoted(path)} ver HTTP/1.1 hdr host gateway`,
  "http-check expect status 200",
  `timeout check ${seconds(check.answer)}`,
];

/**
 * How a server is taken out. A refused connection takes it out at once, until its next good check: else a request could go back and forth between two
 * dead engines while a third is well, since a retry avoids only the engine tried last.
 */
export const healthOptions = [
  `check inter ${seconds(check.interval)} fastinter ${seconds(check.retry)} downinter ${seconds(check.interval)}`,
  `fall ${check.fall} rise ${check.rise}`,
  "observe layer4 error-limit 1 on-error mark-down",
].join(" ");
