import type { KVCacheKind } from "../plan";
import { mooncakeVariables } from "./mooncake/environment";

const options: ReadonlyMap<string, string> = new Map([
  ["kv-transfer-config", "kvCache: its connector is written by the library"],
  [
    "kv-offloading-size",
    'kvCache: it would put another connector in the place of the cache\'s. A cache of kind "cpu" does the same',
  ],
  ["kv-offloading-backend", "kvCache: it is for kv-offloading-size, which would replace the cache's connector"],
]);

const ports = ["MC_MIN_RPC_PORT", "MC_MAX_RPC_PORT", "MC_STORE_CLIENT_MIN_PORT", "MC_STORE_CLIENT_MAX_PORT"];

const ofMooncake: ReadonlyMap<string, string> = new Map([
  ...Object.keys(mooncakeVariables({ connectSeconds: 1, lookupSeconds: 1, transferSeconds: 1 })).map(
    (name): [string, string] => [
      name,
      name.startsWith("MC_") ? "kvCache: backend.timeouts of the cache" : "kvCache: the library mounts the file",
    ],
  ),
  ...ports.map((name): [string, string] => [name, "kvCache: network policies let Mooncake's own ports through"]),
]);

const ofLMCache: ReadonlyMap<string, string> = new Map(
  [
    "LMCACHE_BLOCKING_TIMEOUT_SECS",
    "LMCACHE_CHUNK_SIZE",
    "LMCACHE_CONFIG_FILE",
    "LMCACHE_LOCAL_CPU",
    "LMCACHE_LOOKUP_TIMEOUT_MS",
    "LMCACHE_MAX_LOCAL_CPU_SIZE",
    "LMCACHE_REMOTE_SERDE",
    "LMCACHE_REMOTE_URL",
    "PYTHONHASHSEED",
  ].map((name) => [name, "kvCache: backend of the cache"]),
);

/** Options and variables that the library sets where an engine has a cache. */
export const ownedWithCache = (kind: KVCacheKind) => ({
  options,
  variables: kind === "mooncake" ? ofMooncake : kind === "lmcache" ? ofLMCache : new Map<string, string>(),
});
