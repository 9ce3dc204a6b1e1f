import { series } from "../engine/metrics";
import type { ScalingSignal } from "../plan";

/** Time over which rates and latencies are taken: above several scrapes, below what one would wait for an engine. */
const window = "5m";

/**
 * What to scale each side by: prefill from queued input tokens, its latency and the time to the first token; decode from running sequences,
 * the time between tokens and queued work. The two never share a query: each names its role.
 */
export function scalingSignals(service: string): Record<"prefill" | "decode", ScalingSignal[]> {
  const of = (role: "prefill" | "decode") => {
    const labels = `{app_kubernetes_io_instance="${service}",app_kubernetes_io_component="${role}"}`;
    const sum = (metric: string) => `sum(${series(metric)}${labels})`;
    const rate = (metric: string) => `sum(rate(${series(metric)}${labels}[${window}]))`;
    const slowest = (histogram: string) =>
      `histogram_quantile(0.95, sum by (le) (rate(${series(`${histogram}_bucket`)}${labels}[${window}])))`;
    return { sum, rate, slowest };
  };
  const prefill = of("prefill");
  const decode = of("decode");
  const promptTokens = "aphrodite:request_prompt_tokens";
  return {
    prefill: [
      {
        name: "queued-tokens",
        // requests that wait, times the mean length of those that came
        query: `${prefill.sum("aphrodite:num_requests_waiting")} * ${prefill.rate(`${promptTokens}_sum`)} / clamp_min(${prefill.rate(`${promptTokens}_count`)}, 0.001)`,
        unit: "tokens",
        of: "total",
      },
      {
        name: "prefill-latency",
        query: prefill.slowest("aphrodite:request_prefill_time_seconds"),
        unit: "seconds",
        of: "each",
      },
      // prefill makes the first token, so that its own time to it has queue and computation in it
      {
        name: "time-to-first-token",
        query: prefill.slowest("aphrodite:time_to_first_token_seconds"),
        unit: "seconds",
        of: "each",
      },
    ],
    decode: [
      {
        name: "running-sequences",
        query: decode.sum("aphrodite:num_requests_running"),
        unit: "sequences",
        of: "total",
      },
      {
        name: "inter-token-latency",
        query: decode.slowest("aphrodite:inter_token_latency_seconds"),
        unit: "seconds",
        of: "each",
      },
      { name: "queued-requests", query: decode.sum("aphrodite:num_requests_waiting"), unit: "requests", of: "total" },
    ],
  };
}
