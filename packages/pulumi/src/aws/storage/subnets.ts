import * as pulumi from "@pulumi/pulumi";
import type { SubnetArgs, SubnetIds } from "../nodeGroup";

/** The first of the nodes' subnets, also of a list that is known later. */
export function firstOf(subnetIds: SubnetIds | undefined): pulumi.Input<string> | SubnetArgs | undefined {
  if (subnetIds === undefined || Array.isArray(subnetIds)) return subnetIds?.[0];
  return pulumi.output(subnetIds).apply(([first]) => {
    if (first === undefined) throw new Error("subnetIds is an empty list. Give at least one private subnet.");
    return first;
  });
}
