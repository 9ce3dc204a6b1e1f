import type { LoadBalancerPlan } from "./loadBalancer";

/** How the gateway (HAProxy) in front of a service behaves. One gateway replica's share where a limit is shared. */
export interface GatewayPlan {
  replicas: number;
  ports: { http: number; https: number | null; metrics: number };
  balance: Balance;
  /** Limits of ONE gateway replica: the service's limits divided by the replicas, rounded up. */
  admission: { perEngine: number; queue: number; queueSeconds: number; retryAfterSeconds: number };
  /** Server slots kept for engines, so that scaling needs no new configuration. */
  slots: number;
  limits: {
    /** Longest request body; above it 413. */
    bodyBytes: number;
    /** HAProxy's tune.bufsize: the longest body without a length (chunked), and what affinity can look at. */
    bufferBytes: number;
    /** Connections of one gateway replica. */
    maxConnections: number;
  };
  /** What clients may call; anything else is 404. */
  paths: AllowedPath[];
  /** Whether TLS ends at HAProxy. */
  tls: boolean;
  exposure: "cluster-ip" | "load-balancer" | "ingress" | LoadBalancerPlan["kind"];
  memoryMiB: number;
}

/** An API path of the engine that clients may call. `{name}` stands for one path segment. */
export interface AllowedPath {
  methods: string[];
  path: string;
}

/** How the gateway chooses an engine. */
export type Balance =
  | { policy: "least-requests" }
  | { policy: "session-affinity"; header: string; maxImbalance: number }
  | { policy: "prefix-affinity"; prefixBytes: number; maxImbalance: number };
