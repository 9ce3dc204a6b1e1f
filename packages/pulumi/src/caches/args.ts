import type * as pulumi from "@pulumi/pulumi";
import {
  type AccessMode,
  check,
  flag,
  type ModelCacheSpec,
  object,
  oneOf,
  type Problem,
  text,
} from "@sonar-iac/topology";
import { input } from "../args";
import type { SecretArnReference } from "../platform";

/** Where the weights live. */
export type ModelCacheArgs =
  | {
      /** A claim that exists and may hold several models. */
      kind: "claim";
      /** Name of the claim, in the service's namespace. */
      claimName: pulumi.Input<string>;
      /** @default "ReadWriteMany" */
      accessMode?: AccessMode;
      /** CSI driver of the claim's volume, so that what it cannot do is refused. @default a file system of many nodes */
      driver?: string;
      /** The root of a new file system belongs to root: the fetch begins as root, and hands it to the engines' user. @default false */
      takeOver?: boolean;
      /** MiB/s that a node reads; gives the start budget. @default 125 */
      throughputMiBps?: number;
      /** Image for the fetch. @default the engine's */
      fetchImage?: pulumi.Input<string>;
    }
  | {
      /** Claims made from a storage class. */
      kind: "storage-class";
      /** @default the cluster's default class */
      storageClass?: pulumi.Input<string>;
      /** @default "ReadWriteOnce" */
      accessMode?: "ReadWriteMany" | "ReadWriteOnce";
      /** @default 1.3 × model.weightsGiB + 10, else 100 */
      sizeGiB?: number;
      /** A claim for each engine instead of one for all. @default true for ReadWriteOnce */
      perReplica?: boolean;
      /** MiB/s that a node reads; gives the start budget. @default 125 */
      throughputMiBps?: number;
      /** Whether the claims go with the service. @default "delete" */
      deletion?: "delete" | "retain";
      /** Image for the fetch. @default the engine's */
      fetchImage?: pulumi.Input<string>;
    }
  | {
      /** The pod's own disk, filled again at each start. */
      kind: "ephemeral";
      /** @default 1.3 × model.weightsGiB + 10, else 100 */
      sizeGiB?: number;
      /** Image for the fetch. @default the engine's */
      fetchImage?: pulumi.Input<string>;
    };

/** An entry of a Secret that exists, in the service's namespace. */
export interface SecretReference {
  secretName: pulumi.Input<string>;
  /** @default "token" */
  key?: string;
}

/** A token, in a Secret of the cluster or, on a platform that reads it, in AWS Secrets Manager. */
export type TokenReference = SecretReference | SecretArnReference;

const name = input(text("Give the name of a resource in the service's namespace."));

/** Fields of a model cache that are names, by kind: the plain rest is topology's to check. */
const modelCacheNames = {
  claim: object({ claimName: name, takeOver: flag().optional(), fetchImage: name.optional() }),
  "storage-class": object({
    storageClass: name.optional(),
    fetchImage: name.optional(),
    deletion: oneOf(["delete", "retain"]).optional(),
  }),
  ephemeral: object({ fetchImage: name.optional() }),
};

export const secretReferenceSchema = object({
  secretName: name,
  key: text('Give the Secret\'s entry, for example "token".').optional(),
});

/** The plain part of a model cache's arguments; what is wrong with the names joins the problems. */
export function plainCache(args: ModelCacheArgs, problems: Problem[], path: string): ModelCacheSpec {
  const names = modelCacheNames[args.kind] as (typeof modelCacheNames)["claim"] | undefined;
  // an unknown kind is reported with the plain part
  if (!names) return args as ModelCacheSpec;
  const isName = ([key]: [string, unknown]) => key in names.shape;
  const fields = Object.entries(args);
  problems.push(...check(names, Object.fromEntries(fields.filter(isName)), path).problems);
  return Object.fromEntries(fields.filter((field) => !isName(field))) as ModelCacheSpec;
}
