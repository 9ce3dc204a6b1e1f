import type { RouterConfig } from "../src/config/config";

/** A configuration for tests: short times, any port. */
export function testConfig(more: Partial<RouterConfig> = {}): RouterConfig {
  return {
    service: "test",
    model: "m",
    listen: { host: "127.0.0.1", port: 0 },
    metrics: { host: "127.0.0.1", port: 0 },
    alive: { host: "127.0.0.1", port: 0, stalledSeconds: 1 },
    discovery: { kind: "static", prefill: [], decode: [] },
    transfer: { mode: "pull", leaseSeconds: 30, leaseMarginSeconds: 10 },
    noPrefill: "fail",
    paths: [
      { methods: ["POST"], path: "/v1/completions", as: "disaggregate" },
      { methods: ["POST"], path: "/v1/chat/completions", as: "disaggregate" },
      { methods: ["POST"], path: "/v1/responses", as: "disaggregate" },
      { methods: ["POST"], path: "/v1/messages", as: "disaggregate" },
      { methods: ["GET"], path: "/v1/models", as: "decode" },
      { methods: ["GET"], path: "/v1/responses/{id}", as: "decode" },
      { methods: ["POST"], path: "/tokenize", as: "decode" },
    ],
    admission: { running: 64, queue: 16, queueSeconds: 5, retryAfterSeconds: 3 },
    retries: { prefillAttempts: 3, pairAttempts: 2 },
    health: {
      intervalSeconds: 0.1,
      timeoutSeconds: 2,
      generationSeconds: 3600,
      generationTimeoutSeconds: 5,
      failures: 3,
      ejectionSeconds: 0.5,
      longestEjectionSeconds: 4,
    },
    timeouts: {
      connectSeconds: 2,
      prefillSeconds: 30,
      decodeSeconds: 30,
      idleSeconds: 3,
      lingerSeconds: 0.2,
      drainSeconds: 10,
    },
    limits: { bodyBytes: 1_000_000 },
    ...more,
  };
}
