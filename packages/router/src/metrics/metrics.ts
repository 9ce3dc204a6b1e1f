import { Metrics } from "./registry";

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
const short = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Everything that the router counts. */
export function routerMetrics(metrics = new Metrics()) {
  const c = (name: string, help: string) => metrics.counter(`sonar_router_${name}`, help);
  const g = (name: string, help: string) => metrics.gauge(`sonar_router_${name}`, help);
  const h = (name: string, help: string, bounds: readonly number[]) =>
    metrics.histogram(`sonar_router_${name}`, help, bounds);
  return {
    all: metrics,
    requests: c(
      "requests_total",
      "Requests by path and outcome: ok, client-error, engine-error, gone, aborted, or the router's own reason.",
    ),
    prefills: c("prefill_attempts_total", "Requests to prefill engines by outcome."),
    decodes: c("decode_attempts_total", "Requests to decode engines by outcome."),
    retries: c("retries_total", "Attempts after a failed one, by side and reason."),
    decodeOnly: c("decode_only_total", "Requests that decode did alone, by reason."),
    leaseRepeats: c(
      "lease_repeats_total",
      "Prefills that ran again because their answer was too old, by when that was seen.",
    ),
    releases: c(
      "releases_total",
      "Prefill answers that nobody wanted any more and that decode was told to release, by outcome.",
    ),
    ejections: c("ejections_total", "Engines that were taken out of traffic, by role and reason."),
    returns: c("returns_total", "Engines that came back after a trial, by role."),
    probes: c("probes_total", "Active probes by role, kind and outcome."),
    discovery: c("discovery_events_total", "What discovery told or failed at, by kind."),
    engines: g("engines", "Engines by role and state."),
    inFlight: g("engine_in_flight", "Requests that an engine has of this router."),
    queuedTokens: g("engine_queued_tokens", "Estimated input tokens that a prefill engine has not yet answered."),
    running: g("running", "Requests that are admitted."),
    queued: g("queue_length", "Requests that wait to be admitted."),
    draining: g("draining", "1 from SIGTERM on."),
    queueSeconds: h("queue_seconds", "Wait before admission.", seconds),
    prefillSeconds: h("prefill_seconds", "From the request to prefill to its whole answer.", seconds),
    gapSeconds: h("transfer_gap_seconds", "From prefill's answer to the request being given to decode.", short),
    firstByteSeconds: h(
      "time_to_first_token_seconds",
      "From the client's request to the first byte of the answer's body.",
      seconds,
    ),
    betweenSeconds: h("inter_token_seconds", "Between two pieces of a streamed answer.", short),
    requestSeconds: h("request_seconds", "From the client's request to the end of the answer.", seconds),
  };
}

export type RouterMetrics = ReturnType<typeof routerMetrics>;
