import type { EngineArgs } from "../engine/args";
import type { NodeFacts } from "../hardware/args";
import type { Explanations, Problem, ResourcePlan } from "../plan";

/** Part of a node's CPU and memory that is left to engines; the rest is the kubelet's, daemons' and the page cache's. */
const usable = 0.85;

/** What something beside the engine takes of its pod: memory, and how much of it lies in /dev/shm. */
export interface MemoryBeside {
  memoryGiB: number;
  sharedMemoryGiB: number;
}

const nothing: MemoryBeside = { memoryGiB: 0, sharedMemoryGiB: 0 };

/** CPU, memory and /dev/shm of an engine pod with `gpus` GPUs. What a cache takes is added to them; a node's share is what it is, and must hold both. */
export function planResources(
  engine: EngineArgs,
  gpus: number,
  node: NodeFacts,
  why: Explanations,
  problems: Problem[],
  beside: MemoryBeside = nothing,
): ResourcePlan {
  const given = engine.resources ?? {};
  const added = (gib: number) => (gib > 0 ? `, and ${round(gib)} GiB of the KV cache` : "");
  // one queue of 160 MiB per engine and 240 MiB per worker, and NCCL's own; the container default of 64 MiB fails
  const ownShared = given.sharedMemoryGiB ?? (gpus === 1 ? 2 : 4 + 2 * gpus);
  const sharedMemoryGiB = why.because(
    "resources.sharedMemoryGiB",
    sum(ownShared, beside.sharedMemoryGiB),
    (given.sharedMemoryGiB !== undefined
      ? "as given"
      : gpus === 1
        ? "one worker's queues"
        : `4 GiB and 2 GiB for each of ${gpus} GPUs: the engine's queues and NCCL`) + added(beside.sharedMemoryGiB),
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
  const own = given.memoryGiB === undefined ? undefined : sum(given.memoryGiB, beside.memoryGiB);
  const limit = own ?? (share && node.instance ? Math.floor(node.instance.memoryGiB * share * usable) : null);
  const memoryLimitGiB = why.because(
    "resources.memoryLimitGiB",
    limit,
    given.memoryGiB !== undefined
      ? `as given${added(beside.memoryGiB)}`
      : limit === null
        ? "the node's size is not known: no limit"
        : `the engine's share of a ${node.instance?.type}, less ${Math.round((1 - usable) * 100)} %; /dev/shm ${beside.memoryGiB > 0 ? `and the KV cache's ${round(beside.memoryGiB)} GiB count` : "counts"} within it`,
    "engine.resources.memoryGiB",
  );
  // what of the cache lies in /dev/shm is counted there; what a user gives is the engine's own, to which the cache is added
  const taken = sharedMemoryGiB + beside.memoryGiB - beside.sharedMemoryGiB;
  const ownLimit = given.memoryGiB ?? memoryLimitGiB;
  if (
    given.memoryGiB === undefined &&
    memoryLimitGiB !== null &&
    beside.memoryGiB > 0 &&
    memoryLimitGiB < taken + 8 * gpus
  ) {
    problems.push({
      path: "kvCache",
      message: `the KV cache takes ${round(beside.memoryGiB)} GiB of each engine pod, which has ${memoryLimitGiB} GiB, and /dev/shm ${ownShared} GiB: ${8 * gpus} GiB are the least for the engine beside. Either a smaller cache, or nodes with more memory.`,
    });
  } else if (ownLimit !== null && ownLimit <= ownShared) {
    problems.push({
      path: "engine.resources.memoryGiB",
      value: ownLimit,
      message: `${ownLimit} GiB leave nothing beside the ${ownShared} GiB of /dev/shm, which count within them. Use ${ownShared + 8 * gpus} or more.`,
    });
  } else if (
    memoryLimitGiB !== null &&
    beside.memoryGiB > 0 &&
    memoryLimitGiB > (node.instance?.memoryGiB ?? Infinity)
  ) {
    problems.push({
      path: "kvCache",
      message: `with the KV cache's ${round(beside.memoryGiB)} GiB each engine pod needs ${memoryLimitGiB} GiB, and a ${node.instance?.type} has ${node.instance?.memoryGiB}: no pod would ever be placed. Either a smaller cache, less engine.resources.memoryGiB, or nodes with more memory.`,
    });
  }
  return {
    cpuRequest,
    memoryRequestGiB: memoryLimitGiB ?? sum(sharedMemoryGiB + 8 * gpus, beside.memoryGiB - beside.sharedMemoryGiB),
    memoryLimitGiB,
    sharedMemoryGiB,
  };
}

const round = (n: number) => Math.round(n * 10) / 10;

/** Both, in whole GiB where something is added. */
const sum = (own: number, beside: number) => (beside > 0 ? Math.ceil(own + beside) : own);
