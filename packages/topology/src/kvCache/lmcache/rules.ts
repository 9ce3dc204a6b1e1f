import { engineVersion } from "../../engine/version";
import type { Problem } from "../../plan";
import type { LMCacheSpec } from "./args";

/** Why LMCache cannot be had. */
export function lmcacheProblems({ imageHasLMCacheFork, server }: LMCacheSpec): Problem[] {
  const problems: Problem[] = [];
  if (imageHasLMCacheFork !== true) {
    problems.push({
      path: "backend.imageHasLMCacheFork",
      ...(imageHasLMCacheFork !== undefined && { value: imageHasLMCacheFork }),
      message: `aphrodite ${engineVersion} imports lmcache.integration.aphrodite for LMCache, which no release of LMCache has: the engine would never start. Either kind: "mooncake", or an image of your own with a fork of LMCache that fits this engine, and imageHasLMCacheFork: true.`,
    });
  }
  if (server.kind === "lmcache-server") {
    problems.push({
      path: "backend.server.kind",
      value: server.kind,
      message:
        'LMCache\'s own first server (lmcache_server) never evicts: its memory grows until it is killed, and it has neither keys nor encryption. Either kind: "valkey", or on EKS "elasticache".',
    });
  }
  return problems;
}

/** What works, but may not be meant. */
export function lmcacheWarnings({ server }: LMCacheSpec): Problem[] {
  if (server.kind === "valkey" && server.tls === false) {
    return [
      {
        path: "backend.server.tls",
        value: false,
        message:
          "the password and KV caches, from which prompts can be recovered, go over the network unencrypted. Leave it out unless the network is trusted.",
      },
    ];
  }
  return [];
}
