import { check, nodesSchema, object } from "@sonar-iac/topology";
import { z } from "zod";
import { InvalidArgsError } from "../args";
import { type ClusterCommonArgs, commonPlatform, commonShape } from "./common";
import { ExistingNodes, type ExistingNodesArgs } from "./existingNodes";
import type { Platform } from "./platform";

/** A Kubernetes cluster that exists. */
export interface KubernetesArgs extends ClusterCommonArgs {
  /** GPU nodes of the cluster. */
  nodes: ExistingNodesArgs | ExistingNodes;
}

const schema = object({
  // checked apart, unless it is an ExistingNodes
  nodes: z.unknown().optional(),
  ...commonShape,
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
    ...commonPlatform(args),
    nodes: nodes instanceof ExistingNodes ? nodes.args : nodes,
  };
}
