import { groupId } from "../engine/placeholders";
import type { KVCacheBackendPlan, KVCacheUsePlan } from "../plan";
import { connectorSettings } from "./mooncake/settings";
import { offloadingConnector } from "./tiers/connector";

/** The engine's name of the connector of a cache. */
export function connectorOf(kind: KVCacheBackendPlan["kind"]): KVCacheUsePlan["connector"] {
  if (kind === "mooncake") return "MooncakeStoreConnector";
  return kind === "lmcache" ? "LMCacheConnectorV1" : "OffloadingConnector";
}

/** What the connector is told. */
function settingsOf({ backend, namespace, cpuBytes }: ConnectorInput): Record<string, unknown> {
  switch (backend.kind) {
    case "mooncake":
      return { ...connectorSettings, cache_prefix: namespace };
    case "lmcache":
      return {};
    default:
      return offloadingConnector(backend, namespace, cpuBytes);
  }
}

export interface ConnectorInput {
  backend: KVCacheBackendPlan;
  namespace: string;
  /** Memory tier of each data parallel rank. */
  cpuBytes: number;
  /** Pods of one engine. */
  nodes: number;
  /** What moves KV caches from prefill to decode, and stands first: that of `transferSettings`. @default nothing does */
  transfer?: Record<string, unknown>;
}

/**
 * What becomes of a request whose blocks do not arrive: they are computed. With the engine's own "fail" the loss of a store node turns hits into
 * HTTP 500.
 */
export const loadFailure = "recompute";

/**
 * `--kv-transfer-config` of an engine with a cache. Beside a transfer both are children of one connector: they have its engine_id, and only its own failure
 * policy counts.
 */
export function cacheConfig(input: ConnectorInput): string {
  const { backend, nodes, transfer } = input;
  const own = settingsOf(input);
  const store = {
    kv_connector: connectorOf(backend.kind),
    kv_role: "kv_both",
    ...(Object.keys(own).length > 0 && { kv_connector_extra_config: own }),
  };
  const shared = nodes > 1 && { engine_id: groupId };
  const policy = { kv_load_failure_policy: loadFailure };
  if (transfer === undefined) {
    const { kv_connector, kv_role, ...rest } = store;
    return JSON.stringify({ kv_connector, kv_role, ...shared, ...policy, ...rest });
  }
  const { engine_id: _id, kv_load_failure_policy: _policy, ...child } = transfer;
  return JSON.stringify({
    kv_connector: "MultiConnector",
    kv_role: child.kv_role,
    ...shared,
    ...policy,
    kv_connector_extra_config: { connectors: [child, store] },
  });
}
