import type { ServingPlan } from "@sonar-iac/topology";

/** A plan written by hand: three engines of two GPUs behind two gateway pods. */
export function fixturePlan(name: string, change: Partial<ServingPlan> = {}): ServingPlan {
  const argv = [
    "aphrodite",
    "serve",
    "org/model",
    "--tensor-parallel-size",
    "2",
    "--max-model-len",
    "32768",
    "--shutdown-timeout",
    "900",
  ];
  const probe = { periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 3 };
  return {
    service: "ReplicatedService",
    name,
    engineVersion: "0.24.1",
    model: {
      source: "org/model",
      revision: "1a2b3c4",
      servedName: "model",
      maxLength: 32768,
      weightsBytes: 15 * 2 ** 30,
    },
    pools: {
      serve: {
        role: "serve",
        replicas: 3,
        gpusPerEngine: 2,
        worldSize: 2,
        ranks: [
          {
            rank: 0,
            argv,
            env: {},
            gpus: 2,
            resources: { cpuRequest: 8, memoryRequestGiB: 32, memoryLimitGiB: null, sharedMemoryGiB: 8 },
          },
        ],
        nodes: 2,
        instanceType: "g6.12xlarge",
        usdPerHour: 9.2,
        httpPort: 2242,
        probes: { startup: probe, readiness: probe, liveness: probe },
      },
    },
    kvCache: null,
    gateway: {
      replicas: 2,
      ports: { http: 8080, https: null, metrics: 8404 },
      balance: { policy: "prefix-affinity", prefixBytes: 512, maxImbalance: 1.25 },
      admission: { perEngine: 32, queue: 64, queueSeconds: 30, retryAfterSeconds: 5 },
      slots: 16,
      limits: { bodyBytes: 1_000_000, bufferBytes: 65_536, maxConnections: 1000 },
      paths: [{ methods: ["POST"], path: "/v1/chat/completions" }],
      tls: false,
      exposure: "cluster-ip",
      memoryMiB: 256,
    },
    caches: {
      weights: {
        kind: "shared",
        storage: { kind: "storage-class", readWriteMany: true, rename: true, locks: true, throughputMiBps: 125 },
        existingClaim: false,
        accessMode: "ReadWriteMany",
        sizeGiB: 100,
        fetch: true,
        fetchId: "model-1a2b3c4",
        fetchSeconds: 3600,
        offline: true,
      },
      compile: { kind: "claim-per-pod", sizeGiB: 20 },
    },
    keys: { clients: ["web", "batch"], existing: false },
    warmUp: true,
    timings: {
      maxRequestSeconds: 900,
      engine: { preStopSeconds: 15, drainSeconds: 900, graceSeconds: 945, keepAliveSeconds: 90 },
      gateway: {
        connectSeconds: 3,
        serverSeconds: 910,
        clientSeconds: 945,
        requestSeconds: 30,
        keepAliveSeconds: 975,
        lingerSeconds: 15,
        hardStopSeconds: 950,
        graceSeconds: 970,
      },
      loadBalancerIdleSeconds: 960,
      startup: { loadSeconds: 123, engineReadySeconds: 540, probeSeconds: 580 },
      await: { createSeconds: 3600, updateSeconds: 3600, gatewaySeconds: 600 },
    },
    totals: {
      engines: 3,
      gpus: 6,
      pods: 5,
      nodes: 2,
      usdPerHour: 9.2,
      priceDate: "2026-07-20",
      priceRegion: "us-east-1",
    },
    warnings: [{ path: "gateway.exposure", message: "Nothing outside the cluster reaches the service." }],
    explanations: [
      {
        path: "timings.engine.drainSeconds",
        value: 900,
        reason: "the longest request may take 900 s",
        override: "maxRequestSeconds",
      },
      {
        path: "timings.engine.graceSeconds",
        value: 945,
        reason: "preStop 15 s + drain 900 s + 30 s",
        override: "maxRequestSeconds",
      },
      { path: "pools.serve.nodes", value: 2, reason: "6 GPUs, 4 on each node", override: "platform.nodes" },
    ],
    ...change,
  };
}
