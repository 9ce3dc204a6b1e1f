import * as sonar from "@sonar-iac/pulumi";

type Args = Omit<sonar.ReplicatedServiceArgs, "platform" | "image">;

const revision = "0123456789abcdef0123456789abcdef01234567";
const model = { source: "Qwen/Qwen3-8B", revision, servedName: "qwen3", maxLength: 32768 } as const;
const large = { gpusPerNode: 8 } as const;

/** One service for each thing that changes what is rendered. */
export const variants: Record<
  string,
  { args: Args; nodes?: sonar.NodesArgs; platform?: Partial<sonar.KubernetesArgs> }
> = {
  minimal: { args: { model: { source: "Qwen/Qwen3-8B" } } },
  "several replicas, each with its own weights": { args: { model, replicas: 3 } },
  "shared weights and a token": {
    args: {
      model: { ...model, weightsGiB: 15.3 },
      replicas: 2,
      modelCache: {
        kind: "storage-class",
        storageClass: "efs",
        accessMode: "ReadWriteMany",
        throughputMiBps: 500,
        deletion: "retain",
      },
      huggingFaceToken: { secretName: "hf" },
    },
  },
  "an existing claim": { args: { model, replicas: 2, modelCache: { kind: "claim", claimName: "weights" } } },
  "a path in an existing claim": {
    args: {
      model: { source: "/models/qwen3", servedName: "qwen3" },
      modelCache: { kind: "claim", claimName: "weights", accessMode: "ReadOnlyMany" },
    },
  },
  "everything on the pod's disk": {
    args: { model, modelCache: { kind: "ephemeral", sizeGiB: 40 }, compileCache: { kind: "ephemeral", sizeGiB: 5 } },
  },
  "tensor and pipeline parallel": { args: { model, parallelism: { tensor: 4, pipeline: 2 } }, nodes: large },
  "a known instance type": {
    args: { model, replicas: 4, parallelism: { tensor: 2 } },
    nodes: { instanceType: "g6e.12xlarge" },
  },
  "session affinity": {
    args: { model, replicas: 2, loadBalancing: { policy: "session-affinity", header: "x-user", maxImbalance: 1.5 } },
  },
  "prefix affinity behind an Ingress": {
    args: {
      model,
      replicas: 2,
      loadBalancing: { policy: "prefix-affinity", prefixBytes: 4096 },
      gateway: {
        exposure: {
          kind: "ingress",
          host: "qwen.example.com",
          tlsSecretName: "qwen-tls",
          className: "nginx",
          annotations: { "example.com/owner": "llm" },
        },
      },
    },
  },
  "a load balancer with TLS at HAProxy": {
    args: {
      model,
      gateway: {
        replicas: 3,
        tlsSecretName: "qwen-tls",
        ports: { https: 9443 },
        exposure: {
          kind: "load-balancer",
          loadBalancerClass: "example.com/lb",
          sourceRanges: ["10.0.0.0/8"],
          annotations: { "example.com/scheme": "internal" },
        },
      },
    },
  },
  "existing keys": {
    args: {
      model,
      apiKeys: {
        clients: ["web", "batch"],
        existingSecret: { name: "llm-keys", engineKey: "internal", revision: "2" },
      },
    },
  },
  "many keys": { args: { model, apiKeys: { clients: ["web", "batch.v2", "ops_1"] } } },
  "the Rust frontend": { args: { model, engine: { frontend: "rust" } } },
  "engine options": {
    args: {
      model: { ...model, maxLength: "auto", attentionHeads: 32, layers: 36 },
      engine: {
        gpuMemoryUtilization: 0.9,
        maxSequences: 128,
        maxBatchedTokens: 8192,
        dtype: "bfloat16",
        kvCacheDtype: "fp8",
        extraArgs: {
          "enable-prefix-caching": true,
          seed: 7,
          "limit-mm-per-prompt": { image: 2 },
          "override-generation-config": { temperature: 0.5 },
        },
        environment: { NCCL_DEBUG: "INFO", ODD: "$(HOME) $USER" },
        resources: { cpu: 8, memoryGiB: 64, sharedMemoryGiB: 8 },
      },
      secretEnvironment: { OTEL_TOKEN: { secretName: "otel", key: "token" } },
      runAsUser: 2000,
      startup: { seconds: 1200, warmUp: false },
    },
  },
  "a long request and a small queue": {
    args: { model, maxRequestSeconds: 3600, admission: { perEngine: 1, queue: 0, queueSeconds: 1 } },
  },
  overrides: {
    args: {
      model,
      overrides: {
        engine: { pod: { schedulerName: "volcano", hostNetwork: false }, container: { imagePullPolicy: "Always" } },
        gateway: { pod: { priorityClassName: "gateway" }, container: { resources: { requests: { cpu: "2" } } } },
      },
    },
  },
  "a platform of its own": {
    args: { model },
    nodes: {
      selector: { pool: "gpu" },
      tolerations: [{ key: "gpu", operator: "Exists" }],
      gpuResource: "nvidia.com/mig-3g.40gb",
    },
    platform: {
      namespace: "llm",
      clusterDomain: "corp.local",
      imagePullSecrets: ["registry"],
      priorityClassName: "serving",
      networkPolicy: false,
      prometheusNamespace: "metrics",
    },
  },
};

/** Arguments of a variant for a cluster. */
export function argsOf({ args, nodes = {}, platform = {} }: (typeof variants)[string]): sonar.ReplicatedServiceArgs {
  return {
    ...args,
    platform: sonar.kubernetes({ nodes, ...platform }),
    image: "registry.example.com/aphrodite:0.24.1",
  };
}
