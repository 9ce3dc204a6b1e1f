import * as buckets from "./buckets";
import { Distribution, type Registry, Value } from "./registry";

/** Routes that the engine does not count. */
const uncounted = new Set(["/health", "/load", "/ping", "/version", "/metrics"]);

/** The HTTP server's metrics. Requests without a valid key are not counted, as in the real engine. */
export class HttpMetrics {
  private readonly requests: Value;
  private readonly requestBytes: Distribution;
  private readonly responseBytes: Distribution;
  private readonly fine: Distribution;
  private readonly byRoute: Distribution;

  constructor(registry: Registry) {
    this.requests = registry.add(new Value("http_requests_total", "counter"));
    this.requestBytes = registry.add(new Distribution("http_request_size_bytes", undefined));
    this.responseBytes = registry.add(new Distribution("http_response_size_bytes", undefined));
    this.fine = registry.add(new Distribution("http_request_duration_highr_seconds", buckets.httpSecondsFine));
    this.byRoute = registry.add(new Distribution("http_request_duration_seconds", buckets.httpSeconds));
    this.fine.touch({});
  }

  /** @param handler The route's path, or "none" for an unknown one. */
  answered(handler: string, method: string, status: number, bytes: { in: number; out: number }, seconds: number): void {
    if (uncounted.has(handler)) return;
    this.requests.add({ handler, method, status: `${Math.floor(status / 100)}xx` });
    this.requestBytes.observe({ handler }, bytes.in);
    this.responseBytes.observe({ handler }, bytes.out);
    this.fine.observe({}, seconds);
    this.byRoute.observe({ handler, method }, seconds);
  }
}
