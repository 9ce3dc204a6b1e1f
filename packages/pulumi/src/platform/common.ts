import type * as pulumi from "@pulumi/pulumi";
import { flag, text } from "@sonar-iac/topology";
import { z } from "zod";
import { input } from "../args";
import type { Platform } from "./platform";

/** What every cluster may be told. */
export interface ClusterCommonArgs {
  /** Namespace to deploy into; it must exist. @default "default" */
  namespace?: pulumi.Input<string>;
  /** The cluster's DNS domain. @default "cluster.local" */
  clusterDomain?: string;
  /** Secrets of type kubernetes.io/dockerconfigjson for the images. @default [] */
  imagePullSecrets?: pulumi.Input<string>[];
  /** PriorityClass of engine pods. @default none */
  priorityClassName?: pulumi.Input<string>;
  /** Let only gateway, and Prometheus, reach engines. @default true */
  networkPolicy?: boolean;
  /**
   * Wait in `pulumi up` until every engine has been replaced and is ready. Needs server-side apply, the Kubernetes provider's default. Engines of several
   * pods are waited for in any case: the old ones of another layout are deleted after that.
   *
   * @default true
   */
  awaitRollout?: boolean;
  /** Namespace of the Prometheus that may scrape. @default "monitoring" */
  prometheusNamespace?: pulumi.Input<string>;
}

/** Schemas of what every cluster may be told. */
export const commonShape = {
  namespace: input(text("Name a namespace that exists.")).optional(),
  clusterDomain: text('Give the cluster\'s DNS domain, for example "cluster.local".').optional(),
  imagePullSecrets: z.array(input(text("Name a Secret."))).optional(),
  priorityClassName: input(text("Name a PriorityClass.")).optional(),
  networkPolicy: flag().optional(),
  awaitRollout: flag().optional(),
  prometheusNamespace: input(text("Name Prometheus' namespace.")).optional(),
};

/** What every platform has. */
export const commonPlatform = (args: ClusterCommonArgs): Omit<Platform, "kind" | "nodes"> => ({
  namespace: args.namespace ?? "default",
  clusterDomain: args.clusterDomain ?? "cluster.local",
  imagePullSecrets: args.imagePullSecrets ?? [],
  ...(args.priorityClassName !== undefined && { priorityClassName: args.priorityClassName }),
  networkPolicy: args.networkPolicy ?? true,
  awaitRollout: args.awaitRollout ?? true,
  prometheusNamespace: args.prometheusNamespace ?? "monitoring",
});
