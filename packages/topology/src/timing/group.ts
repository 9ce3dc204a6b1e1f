import type { Explanations, GroupTimes, Timings } from "../plan";
import { imageSeconds, podSlackSeconds } from "./await";

const heartbeat = 1;
const silence = 10;
const kill = 5;
/** What the engine's CPU groups wait by default. */
const glooDefault = 1800;
const step = 60;

/** How long a group's pods wait for each other before anything starts: new nodes and their images come one by one. */
export function planGather(fetchSeconds: number, why: Explanations): number {
  return why.because(
    "timings.startup.gatherSeconds",
    imageSeconds + fetchSeconds + podSlackSeconds,
    `the last pod of a group may come that much later: ${imageSeconds} s for the image + ${fetchSeconds} s for its weights + ${podSlackSeconds} s`,
    "modelCache",
  );
}

/** Times of a group of pods that are one engine. A quick rank waits inside of the engine for whatever a slow one does in its start. */
export function planGroupTimes(startup: Timings["startup"], why: Explanations, role: string): GroupTimes {
  const at = `pools.${role}.group.times`;
  const { probeSeconds, gatherSeconds = 0 } = startup;
  const distributedSeconds = why.because(
    `${at}.distributedSeconds`,
    probeSeconds + step,
    `above a whole start (${probeSeconds} s), in which quick ranks wait for slow ones; PyTorch's 600 s would end the start`,
    "startup.seconds",
  );
  return {
    gatherSeconds,
    startSeconds: probeSeconds,
    heartbeatSeconds: heartbeat,
    silenceSeconds: why.because(
      `${at}.silenceSeconds`,
      silence,
      `${silence / heartbeat} signs of life missed: the engine itself notices a lost node only under load, after minutes`,
      "nodesPerReplica",
    ),
    killSeconds: kill,
    distributedSeconds,
    cpuDistributedSeconds: why.because(
      `${at}.cpuDistributedSeconds`,
      Math.max(glooDefault, distributedSeconds),
      `as long, and not below PyTorch's own ${glooDefault} s`,
      "startup.seconds",
    ),
  };
}

const engineDefault = 300;
const firstRequest = 120;

/**
 * APHRODITE_EXECUTE_MODEL_TIMEOUT_SECONDS: how long the first pod waits for a step of the others. A step lasts longest in the warm-up, and no step that
 * a client would still wait for is longer than its request. What it is for is a GPU or a network that hangs: lost pods are noticed by the supervisors.
 */
export function planStepTimeout(maxRequestSeconds: number, why: Explanations, role: string): number {
  return why.because(
    `pools.${role}.group.stepSeconds`,
    Math.min(engineDefault, Math.max(firstRequest + 30, maxRequestSeconds + 5)),
    `above the longest request (${maxRequestSeconds} s) and the first one after a start (${firstRequest} s), at most the engine's ${engineDefault} s`,
    "engine.environment",
  );
}
