import type { MultiNodePipelineArgs, PDDisaggregationArgs, ReplicatedServiceArgs } from "@sonar-iac/pulumi";
import { engineVolumes } from "../images/engineHome";
import * as images from "../images/names";
import type { Config } from "../pulumi/pulumi";
import type { LoadOptions } from "./load";

/** Which service a test deploys. */
export type ServiceKind = "replicated" | "multi-node" | "pd";

/** What runs as engine: Sonar itself on a CPU, or the stand-in. */
export type EngineKind = "real" | "stand-in";

/** What the program `service` deploys. */
export interface ServiceOptions {
  /** @default "replicated" */
  kind?: ServiceKind;
  /** Laid over the small service's. @default {} */
  args?: object;
  /** @default "stand-in" */
  engine?: EngineKind;
  /** Arguments of `kubernetes()`. @default {} */
  platform?: object;
  /** Arguments of an ExternalKVCache that the service uses; its pods have the real engine's image. @default none */
  kvCache?: object;
  /** What clients of the load ask. @default a short prompt that names them */
  prompt?: LoadOptions["prompt"];
}

const small = {
  image: images.standIn,
  model: { source: "Qwen/Qwen3-8B", revision: "main", servedName: "qwen3", maxLength: 4096, weightsGiB: 1 },
  maxRequestSeconds: 60,
  // fetched once by a Job: a fetch in each pod would ask for a whole processor of a node's two
  modelCache: { kind: "storage-class", accessMode: "ReadWriteMany", sizeGiB: 1 },
  compileCache: { kind: "claim-per-pod", sizeGiB: 1 },
  gateway: { image: images.haproxy },
} as const;

const resources = { cpu: 0.2, memoryGiB: 3, sharedMemoryGiB: 1 };
// pods that drain for minutes hold what they asked for
const little = { container: { resources: { requests: { cpu: "100m" } } } };

/** Services that fit the test nodes: small pods, short times, no hub. */
export const smallServices: {
  replicated: Omit<ReplicatedServiceArgs, "platform">;
  "multi-node": Omit<MultiNodePipelineArgs, "platform">;
  pd: Omit<PDDisaggregationArgs, "platform">;
} = {
  replicated: { ...small, replicas: 2, engine: { resources }, overrides: { gateway: little } },
  // pipeline stages on a CPU, one in each pod
  "multi-node": {
    ...small,
    replicas: 2,
    nodesPerReplica: 2,
    parallelism: { pipeline: 2 },
    engine: { resources },
    overrides: { gateway: little },
  },
  pd: {
    ...small,
    prefill: { replicas: 2, engine: { resources } },
    decode: { replicas: 2, engine: { resources } },
    router: { image: images.nodeJs },
    overrides: { gateway: little, router: little },
  },
};

/** Arguments laid over others: objects are merged, anything else is replaced. */
export function merge<T extends object>(base: T, over: object): T {
  const merged = { ...base } as Record<string, unknown>;
  for (const [key, value] of Object.entries(over)) {
    const old = merged[key];
    merged[key] = isPlain(old) && isPlain(value) ? merge(old, value) : value;
  }
  return merged as T;
}

const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Configuration of the program `service`. */
export function serviceConfig(namespace: string, options: ServiceOptions): Config {
  const { kind = "replicated", args = {}, engine = "stand-in", platform = {}, kvCache } = options;
  const image = engine === "real" ? images.engine : images.standIn;
  const service = merge({ ...smallServices[kind], image }, args);
  return {
    namespace,
    kind,
    service,
    platform,
    ...(engine === "real" && { mounts: engineVolumes() }),
    ...(kvCache && { kvCache: merge({ image: images.engine }, kvCache) }),
  };
}
