import type * as pulumi from "@pulumi/pulumi";
import { check, object, type Problem, planStorage, type StoragePlan, text } from "@sonar-iac/topology";
import { InvalidArgsError, input } from "../../args";
import { clusterSchema } from "../cluster";
import type { AwsCacheArgs } from "./args";
import { splitCache } from "./split";

/** What storage of its own takes besides its kind's arguments. */
export interface StandaloneArgs {
  /** Namespace of the claim; it must exist. @default "default" */
  namespace?: pulumi.Input<string>;
}

/** What is planned already, for the service that makes the storage. */
export interface Planned<S> {
  storage: S;
  sizeGiB: number;
}

type Kind = "efs" | "fsx-lustre" | "ebs" | "s3";

const common = object({
  cluster: clusterSchema.optional(),
  namespace: input(text("Name a namespace that exists.")).optional(),
});

/** The plan of storage that stands alone. */
export function alone<K extends Kind>(
  component: string,
  name: string,
  kind: K,
  args: object,
  further: () => Problem[] = () => [],
): Planned<Extract<StoragePlan, { kind: K }>> {
  const { cluster, namespace, ...rest } = args as { cluster?: unknown; namespace?: unknown };
  const problems: Problem[] = check(common, { cluster, namespace }).problems;
  // EBS needs nothing of the cluster but its API
  if (cluster === undefined && kind !== "ebs")
    problems.push({ path: "cluster", message: "is missing. Name the EKS cluster: { name }." });
  for (const path of ["fetchImage", "takeOver"].filter((key) => key in rest))
    problems.push({ path, message: "is for what fetches, not for the volume. Give it to modelCache." });
  const spec = splitCache({ ...rest, kind } as AwsCacheArgs, undefined, problems, "");
  const planned = planStorage(spec as Parameters<typeof planStorage>[0]);
  problems.push(...planned.problems, ...further());
  if (problems.length > 0 || planned.storage === undefined) throw new InvalidArgsError(component, name, problems);
  return { storage: planned.storage as Extract<StoragePlan, { kind: K }>, sizeGiB: planned.sizeGiB ?? 0 };
}
