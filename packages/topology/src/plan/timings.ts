/** The one clock: every time derives from `maxRequestSeconds`, each strictly above what it must outlast. All in seconds. */
export interface Timings {
  /** Longest request. */
  maxRequestSeconds: number;
  engine: {
    /** Sleep before SIGTERM, while discovery forgets the pod. */
    preStopSeconds: number;
    /** `--shutdown-timeout`: running requests finish. */
    drainSeconds: number;
    /** terminationGracePeriodSeconds: above preStop + drain + exit. */
    graceSeconds: number;
    /** Idle keep-alive of the engine's HTTP server: above what anything in front keeps. */
    keepAliveSeconds: number;
  };
  /** What prefill engines have beside; absent where engines serve whole requests. */
  prefill?: {
    /** After the last request its blocks stay while decode may still fetch them: above the lease. */
    holdSeconds: number;
    /** terminationGracePeriodSeconds of a prefill engine: above preStop + drain + hold + exit. */
    graceSeconds: number;
  };
  gateway: {
    connectSeconds: number;
    /** Silence allowed from an engine: above the longest request. */
    serverSeconds: number;
    /** Silence allowed from a client: above queue + server. */
    clientSeconds: number;
    /** Time for a client to send its request. */
    requestSeconds: number;
    /** Idle client connection: above the load balancer's idle time. */
    keepAliveSeconds: number;
    /** After SIGTERM /health fails but ports stay open, while load balancers forget the pod (HAProxy's `grace`). */
    lingerSeconds: number;
    /** hard-stop-after: above queue + longest request. */
    hardStopSeconds: number;
    /** terminationGracePeriodSeconds: above linger + hard stop. */
    graceSeconds: number;
  };
  /** The P/D router's times; absent where there is none. */
  router?: {
    connectSeconds: number;
    /** Longest wait for a prefill engine's answer. */
    prefillSeconds: number;
    /** Longest silence of a decode engine: above the longest request. */
    decodeSeconds: number;
    /** Idle connections to engines are closed after this: below the engine's keep-alive. */
    idleSeconds: number;
    /** After SIGTERM /ready fails but the port stays open, while gateways forget the pod. */
    lingerSeconds: number;
    /** Then running requests may finish: above queue + longest request. */
    drainSeconds: number;
    /** terminationGracePeriodSeconds: above linger + drain. */
    graceSeconds: number;
  };
  /** Idle time of a load balancer in front: above the gateway's client time. */
  loadBalancerIdleSeconds: number;
  startup: {
    /** Reading the weights from storage; null when their size or the storage's speed is not known. */
    loadSeconds: number | null;
    /** APHRODITE_ENGINE_READY_TIMEOUT_S. */
    engineReadySeconds: number;
    /** Budget of the startup probe: above engineReady. */
    probeSeconds: number;
    /** How much longer the probe waits for a counterpart that this engine can exchange KV caches with; absent where there is none. */
    pairSeconds?: number;
    /** How much longer the probe waits for the other pods of an engine; absent where an engine is one pod. */
    gatherSeconds?: number;
  };
  /** How long Pulumi waits. */
  await: {
    /** For engines that start together. */
    createSeconds: number;
    /** For engines that are replaced one after the other. */
    updateSeconds: number;
    gatewaySeconds: number;
    /** For the routers of prefill and decode; absent where there are none. */
    routerSeconds?: number;
  };
}
