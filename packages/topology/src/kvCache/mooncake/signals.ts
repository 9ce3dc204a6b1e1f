import { series } from "../../engine/metrics";

/** What to watch of a store, by the engines' own metrics. */
export interface KVCacheSignal {
  name: string;
  /** PromQL; nothing where no engine has a store. */
  query: string;
  unit: string;
  /** The store is in trouble above it. */
  above: number;
}

/** Below it a store would be noticed late, and above it single slow answers would not count. */
const window = "5m";

/**
 * How engines of a service show that the store is gone, while they go on without it: blocks that they cannot save, blocks that they cannot load, and
 * look-ups that wait. A look-up that fails is a miss to the engine, which counts it as "ok": its time is all there is of it.
 */
export function mooncakeSignals(service: string): KVCacheSignal[] {
  const labels = (operation: string) => `{app_kubernetes_io_instance="${service}",operation="${operation}"}`;
  const failed = (operation: string) =>
    `sum(rate(${series("aphrodite:mooncake_store_operation_failed_keys_total")}${labels(operation)}[${window}]))`;
  const time = series("aphrodite:mooncake_store_operation_time_seconds_bucket");
  return [
    { name: "blocks-not-saved", query: failed("save_put"), unit: "blocks per second", above: 0 },
    { name: "blocks-not-loaded", query: failed("load_get"), unit: "blocks per second", above: 0 },
    {
      name: "look-up-time",
      query: `histogram_quantile(0.95, sum by (le) (rate(${time}${labels("lookup_exists")}[${window}])))`,
      unit: "seconds",
      above: 1,
    },
  ];
}
