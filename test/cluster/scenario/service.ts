import type { ReplicatedServiceArgs } from "@sonar-iac/pulumi";
import { engineVolumes } from "../images/engineHome";
import * as images from "../images/names";
import type { Config } from "../pulumi/pulumi";

type Plain = Omit<ReplicatedServiceArgs, "platform">;

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

/** Configuration of the program `replicated`. The stand-in runs unless a real engine is asked for. */
export function replicatedConfig(
  namespace: string,
  args: Partial<Plain> = {},
  engine: "real" | "stand-in" = "stand-in",
): Config {
  const image = engine === "real" ? images.engine : images.standIn;
  const service = { ...smallService, image, ...args };
  return { namespace, service, ...(engine === "real" && { mounts: engineVolumes() }) };
}
