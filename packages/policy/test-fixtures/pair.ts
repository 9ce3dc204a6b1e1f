import { type Changes, engine } from "./engine";
import type { Properties } from "./stack";

const config = (role: string, more: object = {}) => [
  "--kv-transfer-config",
  JSON.stringify({ kv_connector: "NixlConnector", kv_role: role, ...more }),
];

/** The side channel at the pod's own address. */
export const podIp = {
  name: "APHRODITE_NIXL_SIDE_CHANNEL_HOST",
  valueFrom: { fieldRef: { fieldPath: "status.podIP" } },
};

/** The side channel's port. */
export const port = (value: string) => ({ name: "APHRODITE_NIXL_SIDE_CHANNEL_PORT", value });

/** An engine that prefills. */
export const prefill = (changes: Changes = {}, more = {}) =>
  engine({
    name: "p",
    env: [podIp],
    labels: { "app.kubernetes.io/instance": "qwen" },
    ...changes,
    args: [...config("kv_producer", more), ...(changes.args ?? [])],
  });

/** An engine that decodes. */
export const decode = (changes: Changes = {}, more = {}) =>
  engine({
    name: "d",
    env: [podIp],
    labels: { "app.kubernetes.io/instance": "qwen" },
    ...changes,
    args: [...config("kv_consumer", more), ...(changes.args ?? [])],
  });

/** An engine that does both. */
export const both = (name: string, changes: Changes = {}, more = {}) =>
  prefill({ name, ...changes }, { kv_role: "kv_both", ...more });
/** NIXL as one of several connectors. */
export const among = (nixl: Properties) => ({
  kv_connector: "MultiConnector",
  kv_connector_extra_config: {
    connectors: [
      { kv_connector: "OffloadingConnector", kv_role: "kv_both" },
      { kv_connector: "NixlConnector", ...nixl },
    ],
  },
});
