import { type EngineView, jsonOption } from "../../engine";
import { isMap, type Value } from "../../view";

/** Fields of a KV transfer configuration. */
export type TransferConfig = Record<string, Value>;

/** What an engine was told of KV transfer. */
export const transferConfig = (engine: EngineView): TransferConfig | undefined =>
  jsonOption(engine, "kv-transfer-config");

/** The same, and each configuration that a MultiConnector holds. */
export function transferConfigs(engine: EngineView): TransferConfig[] {
  const config = transferConfig(engine);
  return config === undefined ? [] : withChildren(config);
}

function withChildren(config: TransferConfig): TransferConfig[] {
  const extra = config.kv_connector_extra_config ?? null;
  const children = isMap(extra) && Array.isArray(extra.connectors) ? extra.connectors : [];
  return [config, ...children.filter(isMap).flatMap(withChildren)];
}

/** The configuration by which blocks go from engine to engine through NIXL, by itself or inside of a MultiConnector. */
export const nixlConfig = (engine: EngineView): TransferConfig | undefined =>
  transferConfigs(engine).find(({ kv_connector: name }) => /^Nixl/.test(String(name ?? "")));

/** Whether blocks go from engine to engine through NIXL. */
export const usesNixl = (engine: EngineView): boolean => nixlConfig(engine) !== undefined;

/** The side of an engine that is half of a pair. */
export function roleOf(engine: EngineView): "prefill" | "decode" | undefined {
  const side = sideOf(engine);
  return side === "both" ? undefined : side;
}

/** The same, or both where the configuration hides which one it is. */
export function sideOf(engine: EngineView): "prefill" | "decode" | "both" | undefined {
  const nixl = nixlConfig(engine);
  const role = (nixl ?? transferConfig(engine))?.kv_role;
  if (role === "kv_producer") return "prefill";
  if (role === "kv_consumer") return "decode";
  return nixl === undefined ? undefined : "both";
}
