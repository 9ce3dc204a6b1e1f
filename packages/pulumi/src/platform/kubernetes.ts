import type * as pulumi from "@pulumi/pulumi";
import { check, flag, nodesSchema, object, text } from "@sonar-iac/topology";
import { z } from "zod";
import { InvalidArgsError, input } from "../args";
import { ExistingNodes, type ExistingNodesArgs } from "./existingNodes";
import type { Platform } from "./platform";

/** A Kubernetes cluster that exists. */
export interface KubernetesArgs {
  /** GPU nodes of the cluster. */
  nodes: ExistingNodesArgs | ExistingNodes;
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
   * Wait in `pulumi up` until every engine has been replaced and is ready. Needs server-side apply, the Kubernetes provider's default.
   *
   * @default true
   */
  awaitRollout?: boolean;
  /** Namespace of the Prometheus that may scrape. @default "monitoring" */
  prometheusNamespace?: pulumi.Input<string>;
}

const schema = object({
  // checked apart, unless it is an ExistingNodes
  nodes: z.unknown().optional(),
  namespace: input(text("Name a namespace that exists.")).optional(),
  clusterDomain: text('Give the cluster\'s DNS domain, for example "cluster.local".').optional(),
  imagePullSecrets: z.array(input(text("Name a Secret."))).optional(),
  priorityClassName: input(text("Name a PriorityClass.")).optional(),
  networkPolicy: flag().optional(),
  awaitRollout: flag().optional(),
  prometheusNamespace: input(text("Name Prometheus' namespace.")).optional(),
});

/**
 * Any Kubernetes cluster (1.30 or later) whose GPU nodes and storage exist.
 *
 * @throws InvalidArgsError naming every bad argument; the nodes' numbers are checked with the service that uses them.
 */
export function kubernetes(args: KubernetesArgs): Platform {
  const { nodes } = args;
  const problems = [
    ...check(schema, args).problems,
    ...(nodes instanceof ExistingNodes ? [] : check(nodesSchema, nodes, "nodes").problems),
  ];
  if (problems.length > 0) throw new InvalidArgsError("Platform", "kubernetes", problems);
  return {
    kind: "kubernetes",
    namespace: args.namespace ?? "default",
    nodes: nodes instanceof ExistingNodes ? nodes.args : nodes,
    clusterDomain: args.clusterDomain ?? "cluster.local",
    imagePullSecrets: args.imagePullSecrets ?? [],
    ...(args.priorityClassName !== undefined && { priorityClassName: args.priorityClassName }),
    networkPolicy: args.networkPolicy ?? true,
    awaitRollout: args.awaitRollout ?? true,
    prometheusNamespace: args.prometheusNamespace ?? "monitoring",
  };
}
