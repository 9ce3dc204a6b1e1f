import type * as k8s from "@pulumi/kubernetes";
import type { PoolPlan } from "@sonar-iac/topology";
import { hash } from "../kube";
import { compatibilityLabel } from "./compatibility";
import { groupOf } from "./group/group";
import { groupScripts } from "./group/scripts";
import { kvCacheLabel } from "./kvCache";
import type { EnginePodInputs } from "./pod";
import { engineScripts } from "./scripts";

/** Metadata of a set of engines. */
export type SetMetadata = k8s.types.input.meta.v1.ObjectMeta & { labels: Record<string, string> };

/** What the pods of a pool mount, by file name. */
export const podScripts = (pool: PoolPlan): Record<string, string> => ({
  ...engineScripts,
  ...(groupOf(pool) && groupScripts()),
});

/** The template of a set's pods. */
export const podTemplate = (
  { pool, pairing, kvCache }: EnginePodInputs,
  { labels }: SetMetadata,
  spec: k8s.types.input.core.v1.PodSpec,
): k8s.types.input.core.v1.PodTemplateSpec => ({
  metadata: {
    labels: {
      ...labels,
      ...(pairing && { [compatibilityLabel]: pairing.compatibility }),
      ...(kvCache && { [kvCacheLabel]: kvCache.attachment.name }),
    },
    annotations: { "checksum/scripts": hash(JSON.stringify(podScripts(pool))) },
  },
  spec,
});

/** What becomes of claims when their set is deleted. */
export const retention = ({ modelCache }: EnginePodInputs) =>
  modelCache?.kind === "storage-class" && modelCache.deletion === "retain" ? "Retain" : "Delete";
