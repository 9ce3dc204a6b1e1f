import type * as pulumi from "@pulumi/pulumi";
import type { LoadBalancerSpec } from "@sonar-iac/topology";
import type { ClusterArgs } from "../cluster";
import type { SubnetIds } from "../nodeGroup";
import { zonesOf } from "../nodeGroup/subnets";
import type { LoadBalancerArgs } from "./args";

/** Where load balancers stand. */
export interface Site {
  cluster: ClusterArgs;
  /** The platform's subnets. */
  subnetIds?: SubnetIds;
  /** Subnets of all nodes, whose zones tell the region. */
  nodeSubnetIds?: SubnetIds;
}

const plain = (value: pulumi.Input<string> | undefined) => (typeof value === "string" ? value : undefined);

/** The plain part of a load balancer's arguments. */
export function loadBalancerSpec(args: LoadBalancerArgs, { subnetIds, nodeSubnetIds }: Site): LoadBalancerSpec {
  // the controller finds subnets by their tags
  const its = args.subnetIds ?? (args.kind === "alb" ? (subnetIds ?? []) : undefined);
  const certificateArn = plain(args.certificateArn);
  const webAclArn = args.kind === "nlb" ? undefined : plain(args.webAclArn);
  const subnets = zonesOf(its);
  return {
    kind: args.kind,
    internal: args.scheme !== "internet-facing",
    ...(subnets && { subnets }),
    commonSubnets: args.subnetIds === undefined,
    clusterZones: (zonesOf(nodeSubnetIds) ?? []).flatMap(({ zone }) => zone ?? []),
    ...(args.region !== undefined && { region: args.region }),
    ...(certificateArn !== undefined && { certificateArn }),
    ...(webAclArn !== undefined && { webAclArn }),
    ...(args.kind === "nlb" && { tls: args.certificateArn !== undefined, crossZone: args.crossZone ?? true }),
  };
}
