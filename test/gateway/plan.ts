import type { GatewayPlan, Timings } from "@sonar-iac/topology";

/** A small gateway plan with short times; tests change what they are about. */
export const testGateway: GatewayPlan = {
  replicas: 1,
  ports: { http: 8080, https: null, metrics: 8404 },
  balance: { policy: "least-requests" },
  admission: { perEngine: 8, queue: 16, queueSeconds: 5, retryAfterSeconds: 2 },
  slots: 4,
  limits: { bodyBytes: 200_000, bufferBytes: 262_144, maxConnections: 2000 },
  paths: [
    { methods: ["GET"], path: "/v1/models" },
    { methods: ["POST"], path: "/v1/completions" },
    { methods: ["POST"], path: "/v1/chat/completions" },
    { methods: ["GET"], path: "/v1/responses/{response_id}" },
    { methods: ["POST"], path: "/v1/responses/{response_id}/cancel" },
  ],
  tls: false,
  exposure: "cluster-ip",
  memoryMiB: 256,
};

/** Times short enough for tests. */
export const testTimings: Timings = {
  maxRequestSeconds: 60,
  engine: { preStopSeconds: 1, drainSeconds: 65, graceSeconds: 90, keepAliveSeconds: 90 },
  gateway: {
    connectSeconds: 1,
    serverSeconds: 60,
    clientSeconds: 70,
    requestSeconds: 10,
    keepAliveSeconds: 100,
    lingerSeconds: 0,
    hardStopSeconds: 60,
    graceSeconds: 75,
  },
  loadBalancerIdleSeconds: 85,
  startup: { loadSeconds: null, engineReadySeconds: 600, probeSeconds: 780 },
  await: { createSeconds: 900, updateSeconds: 900, gatewaySeconds: 300 },
};
