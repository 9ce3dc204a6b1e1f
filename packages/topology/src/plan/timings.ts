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
  /** Idle time of a load balancer in front: above the gateway's client time. */
  loadBalancerIdleSeconds: number;
  startup: {
    /** Reading the weights from storage; null when their size or the storage's speed is not known. */
    loadSeconds: number | null;
    /** APHRODITE_ENGINE_READY_TIMEOUT_S. */
    engineReadySeconds: number;
    /** Budget of the startup probe: above engineReady. */
    probeSeconds: number;
  };
  /** How long Pulumi waits. */
  await: {
    /** For engines that start together. */
    createSeconds: number;
    /** For engines that are replaced one after the other. */
    updateSeconds: number;
    gatewaySeconds: number;
  };
}
