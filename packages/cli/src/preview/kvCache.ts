import type { KVCacheBackendPlan, KVCacheEstimate, KVCachePlan, KVCacheUsePlan } from "@sonar-iac/topology";
import { isObject, type RecordedResource, redact, unwrap } from "../recorder";
import { bytes, count, decimals } from "../text/units";
import type { Branch } from "./tree";

/** Caches of KV blocks that the program makes, by their components' names. */
export function kvCachesOf(
  resources: RecordedResource[],
  scrub: (text: string) => string,
): Record<string, KVCachePlan> {
  const caches: Record<string, KVCachePlan> = {};
  for (const { type, name, inputs } of resources) {
    const plan = inputs.plan === undefined ? undefined : unwrap(inputs.plan);
    if (type !== "sonar:index:ExternalKVCache" || plan === undefined || !isObject(plan)) continue;
    caches[name] = redact(plan, scrub) as unknown as KVCachePlan;
  }
  return caches;
}

/** A cache as a branch of a service that uses it. */
export function kvCacheBranch({ cache, connector, pools }: KVCacheUsePlan): Branch {
  const memory = Object.values(pools).map(({ memoryGiB }) => memoryGiB);
  const taken = Math.max(...memory);
  const who = pools.decode || pools.serve ? "each engine pod" : "each prefill pod";
  const both = pools.prefill && pools.decode ? "; decode saves answers only" : "";
  const text = `${cache}, for which ${who} has ${decimals(taken)} GiB of memory${both}`;
  return { label: "KV cache", kind: connector, count: "", lines: [{ text, long: "wrap" }] };
}

/** A cache by itself, in one line, and a sentence about what a hit is worth. */
export function kvCacheLines(name: string, { backend, identity, estimate }: KVCachePlan): string[] {
  const { model, revision } = identity.fields;
  const of = identity.model.revision === undefined ? model : `${model} at revision ${revision}`;
  return [`${name}  ExternalKVCache  ${backendText(backend)}, of ${of}`, estimateSentence(estimate)];
}

function backendText(backend: KVCacheBackendPlan): string {
  switch (backend.kind) {
    case "mooncake": {
      const { stores, lentGiB, protocol } = backend;
      const ssd = stores?.ssd ? ` and ${stores.ssd.sizeGiB} GiB of disk` : "";
      const where = stores
        ? `${count(stores.replicas, "store node")} with ${stores.memoryGiB} GiB of memory${ssd}${stores.replicas > 1 ? " each" : ""}`
        : `${lentGiB} GiB that each engine pod lends`;
      return `Mooncake: ${where}, over ${protocol === "tcp" ? "TCP" : "RDMA"}`;
    }
    case "filesystem":
      return `a claim with at most ${backend.cleaning.maxGiB} GiB, behind ${backend.cpuGiB} GiB of memory of each engine pod; entries are kept ${backend.cleaning.keepHours} h`;
    case "object-store":
      return `a bucket at ${backend.endpoint}, behind ${backend.cpuGiB} GiB of memory of each engine pod; objects are kept ${count(backend.expiry.days, "day")}${backend.expiry.by === "by-owner" ? " or as its owner says" : ""}`;
    case "cpu":
      return `${backend.cpuGiB} GiB of memory of each engine pod, which no other sees`;
    case "lmcache": {
      const { server } = backend;
      const where =
        server.kind === "valkey"
          ? `Valkey with ${server.memoryGiB} GiB`
          : `ElastiCache with at most ${server.maxGB} GB`;
      return `LMCache: ${where}, behind ${backend.cpuGiBPerRank} GiB of memory of each rank`;
    }
  }
}

/** What a token weighs, what the cache holds, and whether a hit pays. */
export function estimateSentence({ bytesPerToken, capacityTokens, hit, missing }: KVCacheEstimate): string {
  const unknown = missing.length > 0 ? `Whether a hit pays is not known without ${listed(missing)}.` : "";
  if (bytesPerToken === null) return unknown;
  const holds = capacityTokens === null ? "" : `, and the cache holds ${capacityTokens.toLocaleString("en-US")} tokens`;
  const weight = `A token has ${bytes(bytesPerToken)}${holds}.`;
  if (hit === null) return `${weight} ${unknown}`.trim();
  const verdict = hit.pays ? "a hit pays" : "a hit costs more than it saves";
  return `${weight} ${hit.tokens} tokens take ${hit.networkSeconds} s to load over the network and ${hit.prefillSeconds} s to compute: ${verdict}.`;
}

/** `a, b and c` */
const listed = (words: string[]) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
