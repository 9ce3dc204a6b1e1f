/** The router's configuration: one JSON file, whose path is the program's only argument. Keys of engines come from the environment. */
export interface RouterConfig {
  /** The service's name, in logs and metrics. */
  service: string;
  /** Name of the served model, for probes. */
  model: string;
  /** API, /health and /ready. */
  listen: { host: string; port: number };
  /** Prometheus: /metrics. */
  metrics: { host: string; port: number };
  /** What a liveness probe asks: /health, on a thread of its own; 503 once the router's loop has not turned for so long. */
  alive: { host: string; port: number; stalledSeconds: number };
  discovery: EndpointSliceDiscovery | StaticDiscovery;
  transfer: {
    mode: "pull" | "push";
    /** How long prefill keeps blocks that nobody has asked for. */
    leaseSeconds: number;
    /** An answer older than the lease less this is never given to decode: prefill runs again. */
    leaseMarginSeconds: number;
  };
  /** What happens while no prefill engine can be used: 503, or decode alone. */
  noPrefill: "fail" | "recompute";
  paths: { methods: string[]; path: string; as: "disaggregate" | "decode" }[];
  admission: { running: number; queue: number; queueSeconds: number; retryAfterSeconds: number };
  retries: { prefillAttempts: number; pairAttempts: number };
  health: {
    intervalSeconds: number;
    timeoutSeconds: number;
    generationSeconds: number;
    generationTimeoutSeconds: number;
    failures: number;
    ejectionSeconds: number;
    longestEjectionSeconds: number;
  };
  timeouts: {
    connectSeconds: number;
    prefillSeconds: number;
    decodeSeconds: number;
    idleSeconds: number;
    lingerSeconds: number;
    drainSeconds: number;
  };
  limits: { bodyBytes: number };
}

/** Engines are the endpoints of Services with these labels, in one namespace; role and compatibility are labels of their EndpointSlices. */
export interface EndpointSliceDiscovery {
  kind: "endpoint-slices";
  namespace: string;
  /** Label selector of the API. */
  selector: string;
  /** Label whose value is `prefill` or `decode`. */
  roleLabel: string;
  /** Label whose value engines of a pair must share. */
  compatibilityLabel: string;
  resyncSeconds: number;
  /** The API server. @default the pod's own: address from its environment, token and certificate of its service account */
  api?: { url: string; tokenFile?: string; certificateFile?: string };
}

export interface StaticDiscovery {
  kind: "static";
  prefill: StaticEngine[];
  decode: StaticEngine[];
}

export interface StaticEngine {
  /** `http://address:port`. */
  url: string;
  /** Engines of a pair must share it. @default "" */
  compatibility?: string;
  /** It finishes what it has and gets nothing new. @default false */
  draining?: boolean;
}

/** Environment variable with the key of the engines; callers must send the same one. Unset: neither is asked. */
export const engineKeyVariable = "SONAR_ENGINE_KEY";
