import * as sonar from "@sonar-iac/pulumi";

type Args = Omit<sonar.ExternalKVCacheArgs, "platform">;

const revision = "0123456789abcdef0123456789abcdef01234567";
export const model = { source: "Qwen/Qwen3-8B", revision } as const;
export const image = "registry.example.com/aphrodite:0.24.1";

/** One cache for each thing that changes what is rendered. */
export const kvCacheVariants: Record<string, { args: Args; platform?: Partial<sonar.KubernetesArgs> }> = {
  "Mooncake, minimal": { args: { model, image, backend: { kind: "mooncake", memoryGiB: 64 } } },
  "Mooncake with everything": {
    args: {
      image,
      model: { ...model, shape: { layers: 36, kvHeads: 8, headDim: 128 } },
      engine: { dtype: "bfloat16", kvCacheDtype: "fp8", blockSize: 32 },
      network: { gbps: 100 },
      prefillTokensPerSecond: 20_000,
      runAsUser: 2000,
      backend: {
        kind: "mooncake",
        memoryGiB: 128,
        nodes: 3,
        ssdGiB: 1000,
        storageClass: "nvme",
        protocol: "rdma",
        devices: ["mlx5_0", "mlx5_1"],
        rdmaDevices: { "rdma/hca": 2 },
        ports: { rpc: 50_061, metadata: 8081, metrics: 9103 },
        localBufferMiB: 1024,
        timeouts: { connect: 1, lookup: 2 },
      },
      overrides: {
        master: { pod: { priorityClassName: "cache" }, container: { imagePullPolicy: "Always" } },
        stores: { pod: { nodeSelector: { pool: "memory" } } },
      },
    },
    platform: { namespace: "llm", imagePullSecrets: ["registry"], prometheusNamespace: "metrics" },
  },
  "Mooncake in the engines' memory": {
    args: { model, image, backend: { kind: "mooncake", mode: "embedded", memoryGiB: 32 } },
  },
  "Mooncake on a platform without policies": {
    args: { model, image, backend: { kind: "mooncake", memoryGiB: 64 } },
    platform: { networkPolicy: false, clusterDomain: "corp.local" },
  },
  "a new claim": { args: { model, backend: { kind: "filesystem", cpuGiB: 16, maxGiB: 1000 } } },
  "a new claim of a class": {
    args: {
      model,
      image: "registry.example.com/python:3",
      backend: {
        kind: "filesystem",
        cpuGiB: 16,
        maxGiB: 1000,
        storageClass: "efs",
        sizeGiB: 2000,
        keepHours: 24,
      },
      overrides: { cleaning: { container: { resources: { limits: { memory: "2Gi" } } } } },
    },
  },
  "a claim that exists": {
    args: { model, backend: { kind: "filesystem", cpuGiB: 16, maxGiB: 1000, claimName: "shared" } },
  },
  "a bucket with keys": {
    args: {
      model,
      backend: {
        kind: "object-store",
        cpuGiB: 16,
        region: "us-east-1",
        endpoint: "https://minio.storage:9000",
        bucket: "kv",
        expiry: "by-owner",
        access: { kind: "secret", secretName: "minio", keyId: "id" },
      },
    },
  },
  "a bucket with a role": {
    args: {
      model,
      backend: {
        kind: "object-store",
        cpuGiB: 16,
        region: "us-east-1",
        prefix: "team/kv",
        bucket: "kv",
        expiry: "by-owner",
        access: { kind: "irsa", roleArn: "arn:aws:iam::111122223333:role/kv" },
      },
    },
  },
  "each engine's memory": { args: { model, backend: { kind: "cpu", cpuGiB: 32 } } },
  "Valkey with TLS": {
    args: {
      model,
      backend: {
        kind: "lmcache",
        imageHasLMCacheFork: true,
        server: { kind: "valkey", memoryGiB: 32, tlsSecretName: "valkey-tls" },
      },
      overrides: { server: { container: { imagePullPolicy: "Always" } } },
    },
  },
  "Valkey with a password that exists": {
    args: {
      model,
      backend: {
        kind: "lmcache",
        imageHasLMCacheFork: true,
        server: {
          kind: "valkey",
          memoryGiB: 32,
          tls: false,
          image: "registry.example.com/valkey:8",
          password: { secretName: "valkey", key: "password" },
        },
      },
    },
  },
  "ElastiCache that exists": {
    args: {
      model,
      backend: {
        kind: "lmcache",
        imageHasLMCacheFork: true,
        server: {
          kind: "elasticache",
          maxGB: 100,
          endpoint: "kv.serverless.use1.cache.amazonaws.com",
          password: { secretName: "elasticache" },
        },
      },
    },
  },
};

/** Arguments of a variant for a cluster. */
export function kvCacheArgsOf({ args, platform = {} }: (typeof kvCacheVariants)[string]): sonar.ExternalKVCacheArgs {
  return { ...args, platform: sonar.kubernetes({ nodes: { gpusPerNode: 8 }, ...platform }) };
}
