import { isObject } from "../api/fields";
import type { Environment } from "../environment";

/** How an engine hands KV caches to others, or takes them: what `--kv-transfer-config` says of NIXL. */
export interface TransferSettings {
  /** undefined: another one at each start. */
  engineId: string | undefined;
  /** What happens to a request whose KV cache cannot be read: an error, or a prefill here. */
  failure: "fail" | "recompute";
  /** How long blocks are held for an engine that has not asked for them, seconds. */
  leaseSeconds: number;
  /** Address of the side channel, to listen on and to tell others: APHRODITE_NIXL_SIDE_CHANNEL_HOST and _PORT. */
  host: string;
  port: number;
}

const names = ["NixlConnector", "NixlPullConnector"];

/** @param option Value of `--kv-transfer-config`. Undefined: no NIXL in it, alone or among the connectors of a MultiConnector. */
export function transferSettings(option: unknown, env: Environment): TransferSettings | undefined {
  const config = isObject(option) ? option : {};
  const nixl = connectors(config).find(({ kv_connector: name }) => names.includes(String(name)));
  if (!nixl) return undefined;
  const extra = isObject(nixl.kv_connector_extra_config) ? nixl.kv_connector_extra_config : {};
  return {
    engineId: typeof config.engine_id === "string" ? config.engine_id : undefined,
    // of a MultiConnector's children the engine does not read it
    failure: config.kv_load_failure_policy === "recompute" ? "recompute" : "fail",
    leaseSeconds: typeof extra.kv_lease_duration === "number" ? extra.kv_lease_duration : 30,
    host: env.APHRODITE_NIXL_SIDE_CHANNEL_HOST ?? "localhost",
    port: Number(env.APHRODITE_NIXL_SIDE_CHANNEL_PORT ?? 5600),
  };
}

/** The connector of a transfer configuration, and those inside of it. */
export function connectors(config: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>[] {
  const extra = isObject(config.kv_connector_extra_config) ? config.kv_connector_extra_config : {};
  const inner = Array.isArray(extra.connectors) ? extra.connectors.filter(isObject) : [];
  return [config, ...inner];
}
