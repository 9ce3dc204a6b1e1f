import type { EngineArgs } from "../engine/args";
import type { Layout } from "../parallelism";
import type { KVCachePlan, ModelPlan, Problem } from "../plan";
import { isHybrid, isMamba, segmentProblems } from "../transfer";
import { segmentBytes } from "./mooncake/configFile";
import { pieceMiB } from "./mooncake/settings";
import { optionsOf } from "./namespace";

/** Option by which all layers have one kind of KV cache. */
const oneKind = "disable-hybrid-kv-cache-manager";

export interface UserOfCache {
  model: ModelPlan;
  engine: EngineArgs;
  layout: Layout;
  /** Adapters of a node by their resource, as stated. */
  rdmaDevices: Record<string, number>;
  /** Elastic Fabric Adapters of a node; null: not known. */
  efaInterfaces: number | null;
}

/** What engines with a cache cannot have. */
export function engineRules(cache: KVCachePlan, user: UserOfCache): Problem[] {
  const { model, engine, layout } = user;
  const { backend, name } = cache;
  const given = optionsOf(engine);
  const extra = (value: string, message: string): Problem => ({ path: "engine.extraArgs", value, message });
  const problems = segmentProblems(engine.environment ?? {});
  if (given.get("enable-prefix-caching") === false) {
    problems.push(
      extra(
        "enable-prefix-caching",
        `"enable-prefix-caching" is off, and without it no block is looked up in the cache "${name}". Either leave it out, or kvCache.`,
      ),
    );
  }
  const algorithm = given.get("prefix-caching-hash-algo");
  const seeded = engine.environment?.PYTHONHASHSEED !== undefined || backend.kind === "lmcache";
  if (algorithm && /^xxhash/.test(algorithm[0] ?? "") && !seeded && backend.kind !== "cpu") {
    problems.push(
      extra(
        "prefix-caching-hash-algo",
        `"prefix-caching-hash-algo" ${algorithm[0]} begins with another number in each engine, so that no other finds its entries. Either leave it out, or engine: { environment: { PYTHONHASHSEED: "0" } }.`,
      ),
    );
  }
  const hybrid = isHybrid(model.source) && !Array.isArray(given.get(oneKind));
  if (backend.kind === "lmcache" && (isMamba(model.source) || (hybrid && given.get(oneKind) === false))) {
    const ways = isMamba(model.source) ? "a" : `leave "${oneKind}" out, or a`;
    problems.push({
      path: "kvCache",
      value: name,
      message: `by its name, layers of ${model.source} have KV caches of several kinds, which LMCache's connector cannot move, and the engine refuses to start. Use ${ways} cache of kind "mooncake".`,
    });
  }
  if (backend.kind === "mooncake" && hybrid && layout.prefillContext > 1) {
    problems.push({
      path: "parallelism.prefillContext",
      value: layout.prefillContext,
      message: `by its name, layers of ${model.source} have KV caches of several kinds, which Mooncake's connector cannot move while GPUs share out a prompt. Either 1, or no kvCache.`,
    });
  }
  return [...problems, ...lentProblems(cache, layout), ...spanProblems(cache, layout), ...adapterProblems(cache, user)];
}

/** The engine refuses to start where a rank lends nothing. */
function lentProblems({ name, backend }: KVCachePlan, { gpusPerNode }: Layout): Problem[] {
  const ranks = Math.max(1, Math.floor(gpusPerNode));
  if (backend.kind !== "mooncake" || backend.mode !== "embedded" || segmentBytes(backend.lentGiB, ranks) > 0) return [];
  return [
    {
      path: "kvCache",
      value: name,
      message: `${backend.lentGiB} GiB of each pod (backend.memoryGiB of the cache) are less than ${pieceMiB} MiB for each of ${ranks} ranks, and then a rank lends nothing and the engine refuses to start. Either ${(ranks * pieceMiB) / 1024} GiB or more, or mode: "standalone".`,
    },
  ];
}

/** The second tier is filled from the memory of one node. */
function spanProblems({ name, backend: { kind } }: KVCachePlan, { gpusPerDataRank, gpusPerNode }: Layout): Problem[] {
  if ((kind !== "filesystem" && kind !== "object-store") || gpusPerDataRank <= gpusPerNode) return [];
  const nodes = Math.ceil(gpusPerDataRank / gpusPerNode);
  return [
    {
      path: "kvCache",
      value: name,
      message: `a request's KV cache lies on ${nodes} nodes of this engine, and a cache of kind "${kind}" is written from the first one's memory only. Either a cache of kind "mooncake", or engines whose data parallel ranks fit a node.`,
    },
  ];
}

function adapterProblems(
  { name, backend }: KVCachePlan,
  { rdmaDevices, efaInterfaces }: Pick<UserOfCache, "rdmaDevices" | "efaInterfaces">,
): Problem[] {
  if (backend.kind !== "mooncake" || backend.protocol !== "rdma") return [];
  const resources = Object.keys(rdmaDevices);
  if (resources.some((resource) => !/efa/i.test(resource))) return [];
  const efa = resources.length > 0 || (efaInterfaces ?? 0) > 0;
  const have = efa ? "have EFA, for which the Mooncake of this release has no transport" : "state no adapters";
  return [
    {
      path: "kvCache",
      value: name,
      message: `the cache moves blocks by RDMA, and the engines' nodes ${have}. Either nodes: { rdmaDevices }, such as { "rdma/hca": 8 }, or backend: { protocol: "tcp" } of the cache.`,
    },
  ];
}

/** What works with a cache, but may not be meant. */
export function engineWarnings({ backend, name }: KVCachePlan, { model, engine }: UserOfCache): Problem[] {
  const given = optionsOf(engine);
  const hybrid = isHybrid(model.source) && !Array.isArray(given.get(oneKind));
  if (backend.kind === "lmcache" && hybrid) {
    const message = `by its name, layers of ${model.source} have KV caches of several kinds, which LMCache's connector cannot move: the engine keeps all of them as one kind, which takes more of the GPU's memory. Use a cache of kind "mooncake" to avoid it, or engine: { extraArgs: { "${oneKind}": true } } to say that it is meant.`;
    return [{ path: "kvCache", value: name, message }];
  }
  if (backend.kind !== "mooncake") return [];
  const warnings = partsWarnings(name, given);
  if (hybrid) {
    const way = isMamba(model.source)
      ? "Use no kvCache for this model unless restarts are bearable"
      : `Use engine: { extraArgs: { "${oneKind}": true } }`;
    warnings.push({
      path: "kvCache",
      value: name,
      message: `by its name, layers of ${model.source} have KV caches of several kinds, for which this engine cannot recompute: a block that fails to load, as when a store node is lost, ends the engine and all its requests. ${way}.`,
    });
  }
  const mode = given.get("mamba-cache-mode");
  if (!isMamba(model.source) || (mode && mode[0] === "align")) return warnings;
  return [
    ...warnings,
    {
      path: "kvCache",
      value: name,
      message: `by its name, ${model.source} has layers with a state, and Mooncake's connector takes them only where states end with blocks. If the engine refuses to start: engine: { extraArgs: { "enable-prefix-caching": true, "mamba-cache-mode": "align" } }.`,
    },
  ];
}

/** Options that have prompts computed in parts, though a cache has them computed whole. */
function partsWarnings(name: string, given: ReturnType<typeof optionsOf>): Problem[] {
  const parts = Array.isArray(given.get("enable-chunked-prefill")) ? ["enable-chunked-prefill"] : [];
  const threshold = given.get("long-prefill-token-threshold");
  if (threshold && Number(threshold[0]) > 0) parts.push("long-prefill-token-threshold");
  return parts.map((option) => ({
    path: "engine.extraArgs",
    value: option,
    message: `"${option}" has prompts computed in parts, and with a Mooncake cache ("${name}") the engine of this release ends, with all its requests, when a part fills the block that the part before it has begun. Leave it out.`,
  }));
}
