import type { ReplicatedServiceArgs } from "@sonar-iac/pulumi";
import { engineVolumes } from "../images/engineHome";
import * as images from "../images/names";
import type { Config } from "../pulumi/pulumi";

/** Arguments of the program `replicated`: a service's but for its platform. */
export type Plain = Omit<ReplicatedServiceArgs, "platform">;

/** What runs as engine: Sonar itself on a CPU, or the stand-in. */
export type EngineKind = "real" | "stand-in";

/** A service that fits the test nodes: small pods, short times, no hub. */
export const smallService: Plain = {
  image: images.standIn,
  model: { source: "Qwen/Qwen3-8B", revision: "main", servedName: "qwen3", maxLength: 4096, weightsGiB: 1 },
  replicas: 2,
  maxRequestSeconds: 60,
  engine: { resources: { cpu: 0.2, memoryGiB: 3, sharedMemoryGiB: 1 } },
  // fetched once by a Job: a fetch in each pod would ask for a whole processor of a node's two
  modelCache: { kind: "storage-class", accessMode: "ReadWriteMany", sizeGiB: 1 },
  compileCache: { kind: "claim-per-pod", sizeGiB: 1 },
  gateway: { image: images.haproxy },
  // pods that drain for minutes hold what they asked for
  overrides: { gateway: { container: { resources: { requests: { cpu: "100m" } } } } },
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

/** Configuration of the program `replicated`. */
export function replicatedConfig(namespace: string, args: object = {}, engine: EngineKind = "stand-in"): Config {
  const image = engine === "real" ? images.engine : images.standIn;
  const service = merge({ ...smallService, image }, args);
  return { namespace, service, ...(engine === "real" && { mounts: engineVolumes() }) };
}
