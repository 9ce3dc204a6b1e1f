import { flag, number, object, wholeNumber } from "../check";
import type { Explanations, Timings } from "../plan";

/** How the start budget is made. */
export interface StartupArgs {
  /** MiB/s at which a node reads the weights. @default the model cache's `throughputMiBps`, else 125 (an EBS gp3 volume's base rate) */
  storageMiBps?: number;
  /** Seconds for compiling and graph capture with an empty compile cache. @default 300 */
  compileSeconds?: number;
  /** Seconds from pod start to the first answer, when you have measured them; replaces the estimate. @default an estimate */
  seconds?: number;
  /**
   * Seconds that `pulumi up` waits until every engine is in place, when you would rather be told early.
   *
   * @default what the slowest good start, or update of one pod after the other, may take
   */
  rolloutSeconds?: number;
  /** Send one short request before a pod takes traffic. Turn it off for models that cannot complete text. @default true */
  warmUp?: boolean;
}

export const startupSchema = object({
  storageMiBps: number({ min: 0, hint: "Give MiB per second, for example 125." }).optional(),
  compileSeconds: wholeNumber({ min: 0, max: 86_400, hint: "Give seconds, for example 300." }).optional(),
  seconds: wholeNumber({ min: 1, max: 86_400, hint: "Give the seconds that a start may take." }).optional(),
  rolloutSeconds: wholeNumber({ min: 1, max: 604_800, hint: "Give the seconds that pulumi up may wait." }).optional(),
  warmUp: flag().optional(),
});

const engineDefault = 600;
const blind = 1800;
const step = 300;
const imports = 60;
const firstRequest = 120;

/** The budget of a start, from the weights' size and the storage's speed. */
export function planStartup(
  args: StartupArgs,
  weightsBytes: number | undefined,
  cacheMiBps: number | undefined,
  why: Explanations,
): Timings["startup"] {
  const storageMiBps = args.storageMiBps ?? cacheMiBps ?? 125;
  const compileSeconds = args.compileSeconds ?? 300;
  const gib = (weightsBytes ?? 0) / 2 ** 30;
  const loadSeconds = why.because(
    "timings.startup.loadSeconds",
    weightsBytes === undefined ? null : Math.ceil((gib * 1024) / storageMiBps),
    weightsBytes === undefined ? "model.weightsGiB is not given" : `${round(gib)} GiB at ${storageMiBps} MiB/s`,
    "startup.storageMiBps",
  );
  const estimate =
    loadSeconds === null ? blind : Math.max(engineDefault, Math.ceil(loadSeconds * 1.5) + compileSeconds);
  // in steps, since this time is part of the engine's compile-cache key: a small change must not cost a cold start
  const engineReadySeconds = why.because(
    "timings.startup.engineReadySeconds",
    Math.ceil((args.seconds ?? estimate) / step) * step,
    args.seconds !== undefined
      ? `startup.seconds is ${args.seconds}, in steps of ${step}`
      : loadSeconds === null
        ? "30 minutes, because the size of the weights is not known"
        : `1.5 × ${loadSeconds} s of loading + ${compileSeconds} s of compiling and capture, at least ${engineDefault}, in steps of ${step} because it is part of the compile-cache key`,
    "startup.seconds",
  );
  const probeSeconds = why.because(
    "timings.startup.probeSeconds",
    engineReadySeconds + imports + firstRequest,
    `the engine's own limit of ${engineReadySeconds} s + ${imports} s of imports + ${firstRequest} s for the warm-up request`,
    "startup.seconds",
  );
  return { loadSeconds, engineReadySeconds, probeSeconds };
}

const round = (n: number) => Math.round(n * 10) / 10;
