import type { Parsed } from "./cli/parse";

/** Options that change what is listened on or spoken, which the stand-in cannot do and must not seem to. */
const notDone = [
  "config",
  "grpc",
  "headless",
  "ssl-certfile",
  "ssl-keyfile",
  "uds",
  "data-parallel-multi-port-external-lb",
];

/** Connectors that hand a request's KV cache to another engine in a way that the stand-in does not know. */
const handsOver = ["NixlPushConnector", "MooncakeConnector", "MoRIIOConnector"];

/** What of a valid command line the stand-in does not do, in words; undefined: it does all that matters. */
export function notSupported(options: Parsed["options"]): string | undefined {
  const flag = notDone.find((name) => options.has(name) && options.get(name) !== false);
  if (flag) return `The stand-in does not do --${flag}. Use the real engine for this case.`;
  const transfer = options.get("kv-transfer-config");
  const connector = typeof transfer === "object" && transfer && "kv_connector" in transfer && transfer.kv_connector;
  if (typeof connector !== "string" || !handsOver.includes(connector)) return undefined;
  return `The stand-in does not transfer KV caches (${connector}). Use the real engine for this case.`;
}
