import { kvCacheMaster } from "../../engine/placeholders";
import type { LMCachePlan } from "../../plan";
import { shortHash } from "../identity";

/**
 * Plain environment of an engine with LMCache; the server's name is put in by the components, and its password comes by reference. Variables go before
 * a file in this LMCache.
 */
export function lmcacheVariables(plan: LMCachePlan, namespace: string): Record<string, string> {
  const { server } = plan;
  const encrypted = server.kind === "elasticache" || server.tls;
  return {
    LMCACHE_BLOCKING_TIMEOUT_SECS: String(plan.transferTimeoutSeconds),
    LMCACHE_CHUNK_SIZE: String(plan.chunkTokens),
    LMCACHE_LOCAL_CPU: "True",
    LMCACHE_LOOKUP_TIMEOUT_MS: String(plan.lookupTimeoutMs),
    LMCACHE_MAX_LOCAL_CPU_SIZE: String(plan.cpuGiBPerRank),
    LMCACHE_REMOTE_SERDE: "naive",
    LMCACHE_REMOTE_URL: `${encrypted ? "rediss" : "redis"}://${kvCacheMaster}:${server.port}`,
    // LMCache's keys name model and type only: what else tells entries apart goes into their hashes by the seed
    PYTHONHASHSEED: String(Number.parseInt(shortHash({ namespace }), 16)),
  };
}
