import type { EngineArgs } from "../engine/args";
import type { NodeFacts } from "../hardware/args";
import type { Explanations, Problem, ResourcePlan } from "../plan";

/** Part of a node's CPU and memory that is left to engines; the rest is the kubelet's, daemons' and the page cache's. */
const usable = 0.85;

/** CPU, memory and /dev/shm of an engine pod with `gpus` GPUs. */
export function planResources(
  engine: EngineArgs,
  gpus: number,
  node: NodeFacts,
  why: Explanations,
  problems: Problem[],
): ResourcePlan {
  const given = engine.resources ?? {};
  // one queue of 160 MiB per engine and 240 MiB per worker, and NCCL's own; the container default of 64 MiB fails
  const sharedMemoryGiB = why.because(
    "resources.sharedMemoryGiB",
    given.sharedMemoryGiB ?? (gpus === 1 ? 2 : 4 + 2 * gpus),
    given.sharedMemoryGiB !== undefined
      ? "as given"
      : gpus === 1
        ? "one worker's queues"
        : `4 GiB and 2 GiB for each of ${gpus} GPUs: the engine's queues and NCCL`,
    "engine.resources.sharedMemoryGiB",
  );
  const share = node.instance && node.gpusPerNode ? Math.min(1, gpus / node.gpusPerNode) : null;
  const cpuRequest = why.because(
    "resources.cpuRequest",
    given.cpu ?? (share && node.instance ? Math.max(1, Math.floor(node.instance.vcpu * share * usable)) : 2 * gpus),
    given.cpu !== undefined
      ? "as given"
      : share
        ? `the engine's share of a ${node.instance?.type}, less ${Math.round((1 - usable) * 100)} %`
        : "2 per GPU, the node's size is not known",
    "engine.resources.cpu",
  );
  const limit =
    given.memoryGiB ?? (share && node.instance ? Math.floor(node.instance.memoryGiB * share * usable) : null);
  const memoryLimitGiB = why.because(
    "resources.memoryLimitGiB",
    limit,
    given.memoryGiB !== undefined
      ? "as given"
      : limit === null
        ? "the node's size is not known: no limit"
        : `the engine's share of a ${node.instance?.type}, less ${Math.round((1 - usable) * 100)} %; /dev/shm counts within it`,
    "engine.resources.memoryGiB",
  );
  if (memoryLimitGiB !== null && memoryLimitGiB <= sharedMemoryGiB) {
    problems.push({
      path: "engine.resources.memoryGiB",
      value: memoryLimitGiB,
      message: `${memoryLimitGiB} GiB leave nothing beside the ${sharedMemoryGiB} GiB of /dev/shm, which count within them. Use ${sharedMemoryGiB + 8 * gpus} or more.`,
    });
  }
  return {
    cpuRequest,
    memoryRequestGiB: memoryLimitGiB ?? sharedMemoryGiB + 8 * gpus,
    memoryLimitGiB,
    sharedMemoryGiB,
  };
}
