import type { ElastiCachePlan, Explanations, LMCachePlan, ValkeyPlan } from "../../plan";
import type { LMCacheServerSpec, LMCacheSpec } from "./args";
import * as settings from "./settings";

/** LMCache and what it shares entries through. */
export function planLMCache(spec: LMCacheSpec, why: Explanations): LMCachePlan {
  return {
    kind: "lmcache",
    cpuGiBPerRank: spec.cpuGiBPerRank ?? settings.cpuGiBPerRank,
    chunkTokens: spec.chunkTokens ?? settings.chunkTokens,
    lookupTimeoutMs: why.because(
      "backend.lookupTimeoutMs",
      spec.lookupTimeoutMs ?? settings.lookupTimeoutMs,
      spec.lookupTimeoutMs === undefined ? "computing the prompt takes about as long" : "as given",
      "backend.lookupTimeoutMs",
    ),
    transferTimeoutSeconds: spec.transferTimeoutSeconds ?? settings.transferTimeoutSeconds,
    server: planServer(spec.server, why),
  };
}

function planServer(server: LMCacheServerSpec, why: Explanations): ValkeyPlan | ElastiCachePlan {
  if (server.kind === "elasticache") {
    return {
      kind: "elasticache",
      port: settings.valkeyPort,
      maxGB: server.maxGB,
      maxRequestUnitsPerSecond: server.maxRequestUnitsPerSecond ?? 100_000,
      user: settings.valkeyUser,
    };
  }
  // a server that is refused has no memory of its own
  const memoryGiB = server.kind === "valkey" ? server.memoryGiB : 1;
  return {
    kind: "valkey",
    port: settings.valkeyPort,
    memoryGiB,
    directives: {
      // 0 would be no bound
      maxmemory: `${Math.max(1, Math.floor(memoryGiB * 1024))}mb`,
      "maxmemory-policy": "allkeys-lru",
      save: '""',
      appendonly: "no",
    },
    user: settings.valkeyUser,
    tls: server.kind === "valkey" ? (server.tls ?? true) : true,
    resources: {
      cpu: 4,
      memoryGiB: why.because(
        "backend.server.resources.memoryGiB",
        Math.ceil(memoryGiB * 1.25 + 1),
        `maxmemory of ${memoryGiB} GiB, a quarter for fragments and buffers of clients, and 1 GiB`,
        "backend.server.memoryGiB",
      ),
    },
  };
}
