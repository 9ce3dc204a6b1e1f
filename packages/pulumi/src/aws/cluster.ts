import { getClusterOutput } from "@pulumi/aws/eks";
import * as pulumi from "@pulumi/pulumi";
import { object, text } from "@sonar-iac/topology";
import { input } from "../args";

/** An EKS cluster that exists. */
export interface ClusterArgs {
  /** Name of the cluster. */
  name: pulumi.Input<string>;
  /** The security group that EKS made for the cluster; nodes must be in it. @default looked up by the cluster's name */
  securityGroupId?: pulumi.Input<string>;
  /** The cluster's VPC. @default looked up by the cluster's name */
  vpcId?: pulumi.Input<string>;
}

export const clusterSchema = object({
  name: input(text("Name the EKS cluster.")),
  securityGroupId: input(text("Give the id of the cluster's security group, or leave it out.")).optional(),
  vpcId: input(text("Give the id of the cluster's VPC, or leave it out.")).optional(),
});

/** Ids of the cluster; AWS is asked only for those that were not given. */
export function clusterIds({ name, securityGroupId, vpcId }: ClusterArgs, opts: pulumi.InvokeOptions) {
  const found =
    securityGroupId === undefined || vpcId === undefined ? getClusterOutput({ name }, opts).vpcConfig : undefined;
  const id = (given: pulumi.Input<string> | undefined, key: "clusterSecurityGroupId" | "vpcId") =>
    given !== undefined ? pulumi.output(given) : (found as NonNullable<typeof found>)[key];
  return { securityGroupId: id(securityGroupId, "clusterSecurityGroupId"), vpcId: id(vpcId, "vpcId") };
}
