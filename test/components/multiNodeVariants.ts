import * as sonar from "@sonar-iac/pulumi";

type Args = Omit<sonar.MultiNodePipelineArgs, "platform" | "image">;

const revision = "0123456789abcdef0123456789abcdef01234567";
const model = { source: "org/checkpoint", revision, servedName: "big", maxLength: "auto" } as const;
const moe = { ...model, experts: 128 };
const lustre = { kind: "storage-class", storageClass: "lustre", accessMode: "ReadWriteMany" } as const;

/** One service of several nodes for each thing that changes what is rendered. */
export const multiNodeVariants: Record<
  string,
  { args: Args; nodes?: sonar.NodesArgs; platform?: Partial<sonar.KubernetesArgs> }
> = {
  minimal: { args: { model: { source: "org/checkpoint" }, nodesPerReplica: 2, parallelism: { pipeline: 2 } } },
  "four nodes of eight GPUs": {
    args: {
      model: { ...model, layers: 78 },
      replicas: 2,
      nodesPerReplica: 4,
      parallelism: { tensor: 8, pipeline: 4, layersPerStage: [18, 20, 20, 20] },
      network: { interface: "eth0", ncclDebug: true },
      modelCache: lustre,
    },
    nodes: { gpusPerNode: 8 },
  },
  "data parallel ranks behind one API": {
    args: { model: moe, nodesPerReplica: 2, parallelism: { data: { size: 16 }, expert: {} }, modelCache: lustre },
    nodes: { gpusPerNode: 8 },
  },
  "data parallel ranks of two nodes each": {
    args: {
      model: moe,
      nodesPerReplica: 4,
      parallelism: { tensor: 8, pipeline: 2, data: { size: 2 }, expert: {} },
      modelCache: lustre,
    },
    nodes: { gpusPerNode: 8 },
  },
  "an API for each data parallel rank": {
    args: {
      model: moe,
      nodesPerReplica: 2,
      parallelism: { tensor: 8, data: { size: 2, loadBalancing: "external" }, expert: {} },
      modelCache: lustre,
    },
    nodes: { gpusPerNode: 8 },
  },
  "several APIs in each pod": {
    args: {
      model: moe,
      nodesPerReplica: 2,
      parallelism: { tensor: 2, data: { size: 8, loadBalancing: "multi-port" }, expert: {} },
      modelCache: lustre,
    },
    nodes: { gpusPerNode: 8 },
  },
  "a rack and a scheduler of its own": {
    args: {
      model,
      nodesPerReplica: 2,
      parallelism: { tensor: 8, pipeline: 2 },
      scheduling: { exclusiveTopology: "example.com/rack", schedulerName: "volcano" },
      overrides: { engine: { pod: { priorityClassName: "serving" }, container: { imagePullPolicy: "Always" } } },
    },
    nodes: { gpusPerNode: 8 },
  },
  "a platform of its own": {
    args: { model, nodesPerReplica: 2, parallelism: { pipeline: 2 } },
    platform: { namespace: "llm", networkPolicy: false, awaitRollout: false, imagePullSecrets: ["registry"] },
  },
};

/** Arguments of a variant for a cluster. */
export function multiNodeArgsOf({
  args,
  nodes = {},
  platform = {},
}: (typeof multiNodeVariants)[string]): sonar.MultiNodePipelineArgs {
  return {
    ...args,
    platform: sonar.kubernetes({ nodes, ...platform }),
    image: `registry.example.com/aphrodite:0.24.1@sha256:${"0".repeat(64)}`,
  };
}
