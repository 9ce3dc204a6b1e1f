/** The program between gateway and engines that pairs prefill with decode. ONE router replica's share where a limit is shared. */
export interface RouterPlan {
  /** - `sonar`: the library's own, from a ConfigMap. - `vllm-router`: that program, from the user's image. - `development`: the seed's proxy, for tests. */
  kind: "sonar" | "vllm-router" | "development";
  replicas: number;
  /** `alive` is asked by liveness probes; other routers than the library's own answer them on `http`. */
  ports: { http: number; metrics: number; alive: number };
  /** What clients may call, and how; anything else is 404. */
  paths: RoutedPath[];
  /** Limits of ONE router replica: the service's limits divided by the replicas, rounded up. */
  admission: {
    /** Requests at once. */
    running: number;
    /** Requests that wait; above it 429. */
    queue: number;
    /** Longest wait; after it 503. */
    queueSeconds: number;
    retryAfterSeconds: number;
  };
  retries: {
    /** Prefill engines that are asked before the answer is 503. */
    prefillAttempts: number;
    /** Whole pairs that are tried before the answer is 502. */
    pairAttempts: number;
  };
  health: {
    /** Between two looks at /health. */
    intervalSeconds: number;
    timeoutSeconds: number;
    /** Between two one-token generations. */
    generationSeconds: number;
    generationTimeoutSeconds: number;
    /** Failures in a row of real requests after which an engine is ejected. */
    failures: number;
    /** First time out of traffic; doubles up to the longest. */
    ejectionSeconds: number;
    longestEjectionSeconds: number;
  };
  discovery: {
    /** Between two whole lists of EndpointSlices, whatever the watch has said. */
    resyncSeconds: number;
  };
  bodyBytes: number;
  memoryMiB: number;
  cpu: number;
}

/** An API path, and which engines answer it. */
export interface RoutedPath {
  methods: string[];
  path: string;
  /** - `disaggregate`: prefill, then decode. - `decode`: any decode engine alone. */
  as: "disaggregate" | "decode";
}
