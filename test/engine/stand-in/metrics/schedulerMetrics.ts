import type { FinishReason, Sequence } from "../engine/sequence";
import * as buckets from "./buckets";
import { Distribution, type Registry, Value } from "./registry";

/** Every reason that the engine's request_success_total has a series for. */
const reasons = ["stop", "length", "abort", "error", "repetition"];

/** Series that a stand-in has no cause to move, but that dashboards query. */
const still = [
  "aphrodite:external_prefix_cache_hits_total",
  "aphrodite:external_prefix_cache_queries_total",
  "aphrodite:mm_cache_hits_total",
  "aphrodite:mm_cache_queries_total",
  "aphrodite:num_preemptions_total",
  "aphrodite:prefix_cache_hits_total",
  "aphrodite:prompt_tokens_cached_total",
];

/** The engine's own metrics: names, labels and moments of change as the real /metrics has them. */
export class SchedulerMetrics {
  private readonly labels: { engine: string; model_name: string };
  private readonly value: (name: string, type: "counter" | "gauge") => Value;
  private readonly histogram: (name: string, bounds: readonly number[]) => Distribution;

  constructor(registry: Registry, modelName: string, maxModelLen: number) {
    this.labels = { engine: "0", model_name: modelName };
    const values = new Map<string, Value>();
    const histograms = new Map<string, Distribution>();
    this.value = (name, type) => kept(values, name, () => registry.add(new Value(name, type)));
    this.histogram = (name, bounds) => kept(histograms, name, () => registry.add(new Distribution(name, bounds)));
    this.tokenCounts = buckets.tokenCounts(maxModelLen);
    this.showAll();
  }

  private readonly tokenCounts: number[];

  /** @param deferred Those whose KV cache is being read: they count among the waiting ones. */
  requests(running: number, capacity: number, deferred = 0): void {
    this.value("aphrodite:num_requests_running", "gauge").set(this.labels, running);
    this.value("aphrodite:num_requests_waiting", "gauge").set(this.labels, capacity + deferred);
    const byReason = this.value("aphrodite:num_requests_waiting_by_reason", "gauge");
    byReason.set({ ...this.labels, reason: "capacity" }, capacity);
    byReason.set({ ...this.labels, reason: "deferred" }, deferred);
  }

  /** One step of the engine, with the tokens it processed over all sequences. */
  step(tokens: number): void {
    this.histogram("aphrodite:iteration_tokens_total", buckets.stepTokens).observe(this.labels, tokens);
  }

  firstToken({ promptTokens, at, loaded }: Sequence): void {
    this.count("aphrodite:prompt_tokens_total", promptTokens);
    this.count("aphrodite:prefix_cache_queries_total", promptTokens);
    const source = loaded ? "external_kv_transfer" : "local_compute";
    this.value("aphrodite:prompt_tokens_by_source_total", "counter").add({ ...this.labels, source }, promptTokens);
    this.count("aphrodite:generation_tokens_total", 1);
    this.seconds("time_to_first_token", buckets.firstTokenSeconds, at.firstToken - at.arrived);
  }

  /** With a connector every prompt is looked up in other engines' caches; there it is when the request says so. */
  lookedUp({ promptTokens, remote }: Sequence): void {
    this.count("aphrodite:external_prefix_cache_queries_total", promptTokens);
    if (remote) this.count("aphrodite:external_prefix_cache_hits_total", promptTokens);
  }

  /** A sequence whose KV cache could not be read. */
  loadFailed(): void {
    this.value("aphrodite:request_success_total", "counter").add({ ...this.labels, finished_reason: "error" });
  }

  /** @param seconds Since the token before it. */
  nextToken(seconds: number): void {
    this.count("aphrodite:generation_tokens_total", 1);
    this.histogram("aphrodite:inter_token_latency_seconds", buckets.tokenSeconds).observe(this.labels, seconds);
  }

  /** A sequence that ended by itself. One whose client went away is counted nowhere, as in the real engine. */
  finished(sequence: Sequence, reason: FinishReason): void {
    const { at, generated, promptTokens, maxTokens, choices } = sequence;
    this.value("aphrodite:request_success_total", "counter").add({ ...this.labels, finished_reason: reason });
    this.tokens("request_prompt_tokens", promptTokens);
    this.tokens("request_generation_tokens", generated);
    this.tokens("request_max_num_generation_tokens", generated);
    this.tokens("request_params_max_tokens", maxTokens);
    this.tokens("request_prefill_kv_computed_tokens", promptTokens);
    this.histogram("aphrodite:request_params_n", buckets.choices).observe(this.labels, choices);
    this.histogram("aphrodite:request_num_preemptions", buckets.preemptions).observe(this.labels, 0);
    const decode = at.lastToken - at.firstToken;
    this.seconds("request_time_per_output_token", buckets.tokenSeconds, decode / Math.max(1, generated - 1));
    this.seconds("e2e_request_latency", buckets.requestSeconds, at.lastToken - at.arrived);
    this.seconds("request_queue_time", buckets.requestSeconds, at.scheduled - at.arrived);
    this.seconds("request_inference_time", buckets.requestSeconds, at.lastToken - at.scheduled);
    this.seconds("request_prefill_time", buckets.requestSeconds, at.firstToken - at.scheduled);
    this.seconds("request_decode_time", buckets.requestSeconds, decode);
  }

  private count(name: string, by: number): void {
    this.value(name, "counter").add(this.labels, by);
  }

  private tokens(name: string, n: number): void {
    this.histogram(`aphrodite:${name}`, this.tokenCounts).observe(this.labels, n);
  }

  private seconds(name: string, bounds: readonly number[], milliseconds: number): void {
    this.histogram(`aphrodite:${name}_seconds`, bounds).observe(this.labels, milliseconds / 1000);
  }

  /** Zeroes, so that every series exists from the start. */
  private showAll(): void {
    this.requests(0, 0);
    this.value("aphrodite:kv_cache_usage_perc", "gauge").set(this.labels, 0);
    for (const name of [...still, "aphrodite:prefix_cache_queries_total"]) this.count(name, 0);
    for (const name of ["aphrodite:prompt_tokens_total", "aphrodite:generation_tokens_total"]) this.count(name, 0);
    for (const source of ["local_compute", "local_cache_hit", "external_kv_transfer"]) {
      this.value("aphrodite:prompt_tokens_by_source_total", "counter").add({ ...this.labels, source }, 0);
    }
    for (const finished_reason of reasons) {
      this.value("aphrodite:request_success_total", "counter").add({ ...this.labels, finished_reason }, 0);
    }
    for (const [name, bounds] of this.distributions()) this.histogram(`aphrodite:${name}`, bounds).touch(this.labels);
  }

  private distributions(): [string, readonly number[]][] {
    const { tokenCounts } = this;
    return [
      ["request_prompt_tokens", tokenCounts],
      ["request_generation_tokens", tokenCounts],
      ["iteration_tokens_total", buckets.stepTokens],
      ["request_max_num_generation_tokens", tokenCounts],
      ["request_params_n", buckets.choices],
      ["request_params_max_tokens", tokenCounts],
      ["time_to_first_token_seconds", buckets.firstTokenSeconds],
      ["inter_token_latency_seconds", buckets.tokenSeconds],
      ["request_time_per_output_token_seconds", buckets.tokenSeconds],
      ["e2e_request_latency_seconds", buckets.requestSeconds],
      ["request_queue_time_seconds", buckets.requestSeconds],
      ["request_inference_time_seconds", buckets.requestSeconds],
      ["request_prefill_time_seconds", buckets.requestSeconds],
      ["request_decode_time_seconds", buckets.requestSeconds],
      ["request_num_preemptions", buckets.preemptions],
      ["request_prefill_kv_computed_tokens", tokenCounts],
    ];
  }
}

function kept<V>(map: Map<string, V>, key: string, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
