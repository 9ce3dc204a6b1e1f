import * as sonar from "@sonar-iac/pulumi";

type Args = Omit<sonar.PDDisaggregationArgs, "platform" | "image">;

const revision = "0123456789abcdef0123456789abcdef01234567";
const model = { source: "Qwen/Qwen3-8B", revision, servedName: "qwen3", maxLength: 32768 } as const;
const two = { prefill: { replicas: 2 }, decode: { replicas: 2 } };

/** One service with prefill and decode apart for each thing that changes what is rendered. */
export const pdVariants: Record<
  string,
  { args: Args; nodes?: sonar.NodesArgs; platform?: Partial<sonar.KubernetesArgs> }
> = {
  minimal: { args: { model: { source: "Qwen/Qwen3-8B" }, prefill: {}, decode: {} } },
  "shared weights, a token and unequal pools": {
    args: {
      model: { ...model, weightsGiB: 15.3 },
      prefill: { replicas: 4, parallelism: { tensor: 2 }, engine: { maxBatchedTokens: 16384 } },
      decode: { replicas: 2, parallelism: { tensor: 4 } },
      kvLoadFailure: "recompute",
      modelCache: { kind: "storage-class", storageClass: "efs", accessMode: "ReadWriteMany" },
      huggingFaceToken: { secretName: "hf" },
      secretEnvironment: { OTEL_TOKEN: { secretName: "otel" } },
    },
    nodes: { gpusPerNode: 8 },
  },
  "prefill in stages, which pushes": {
    args: { model, ...two, prefill: { replicas: 2, parallelism: { pipeline: 2 } } },
    nodes: { gpusPerNode: 8 },
  },
  "prefill over two nodes": {
    args: {
      model,
      prefill: { replicas: 2, nodesPerReplica: 2, parallelism: { tensor: 8, pipeline: 2 } },
      decode: { replicas: 2, parallelism: { tensor: 8 } },
      network: { interface: "eth1" },
      scheduling: { schedulerName: "volcano" },
      modelCache: { kind: "storage-class", storageClass: "lustre", accessMode: "ReadWriteMany" },
    },
    nodes: { gpusPerNode: 8, rdmaDevices: { "rdma/hca": 8 }, hugePagesMiB: 5120 },
  },
  "its own ports and image": {
    args: {
      model,
      ...two,
      transfer: { sideChannelPort: 6000, leaseSeconds: 60 },
      router: { replicas: 3, ports: { http: 9000, metrics: 9001, alive: 9002 }, image: "registry.example.com/node:24" },
      gateway: { exposure: { kind: "ingress", host: "qwen.example.com" } },
      apiKeys: { clients: ["web"], existingSecret: { name: "llm-keys" } },
    },
  },
  "vllm-router": {
    args: { model, ...two, router: { kind: "vllm-router", image: "registry.example.com/vllm-router:0.1.17" } },
  },
  "the development proxy": {
    args: {
      model,
      ...two,
      router: { kind: "development", replicas: 1, testMode: true, image: "registry.example.com/aphrodite-source" },
    },
  },
  "nodes of their own": {
    args: {
      model,
      prefill: { replicas: 2, nodes: { selector: { pool: "compute" }, gpuResource: "nvidia.com/mig-3g.40gb" } },
      decode: { replicas: 2, nodes: { selector: { pool: "memory" } } },
    },
  },
  overrides: {
    args: {
      model,
      ...two,
      overrides: {
        prefill: { pod: { schedulerName: "volcano" } },
        decode: { container: { imagePullPolicy: "Always" } },
        router: { container: { resources: { requests: { cpu: "3" } } } },
        gateway: { pod: { priorityClassName: "gateway" } },
      },
    },
  },
  "a platform of its own": {
    args: { model, ...two },
    platform: { namespace: "llm", clusterDomain: "corp.local", networkPolicy: false, imagePullSecrets: ["registry"] },
  },
};

/** Arguments of a variant for a cluster. */
export function pdArgsOf({ args, nodes = {}, platform = {} }: (typeof pdVariants)[string]): sonar.PDDisaggregationArgs {
  return {
    ...args,
    platform: sonar.kubernetes({ nodes, ...platform }),
    image: "registry.example.com/aphrodite:0.24.1",
  };
}
