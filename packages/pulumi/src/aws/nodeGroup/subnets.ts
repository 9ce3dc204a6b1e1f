import * as pulumi from "@pulumi/pulumi";
import { type NodeGroupPlan, zoneProblems } from "@sonar-iac/topology";
import { InvalidArgsError } from "../../args";
import type { SubnetArgs, SubnetIds } from "./args";

/** Ids of the subnets. A list that is known only later is checked when it is. */
export function subnetIdList(name: string, subnets: SubnetIds, plan: NodeGroupPlan): pulumi.Output<string[]> {
  if (Array.isArray(subnets)) return pulumi.all(subnets.map(idOf));
  return pulumi.output(subnets).apply((ids) => {
    const problems = zoneProblems(
      ids.map(() => ({})),
      { ...plan, efa: plan.efaInterfaces > 0 },
    );
    if (problems.length > 0) throw new InvalidArgsError("GpuNodeGroup", name, problems);
    return ids;
  });
}

const idOf = (subnet: pulumi.Input<string> | SubnetArgs): pulumi.Input<string> =>
  typeof subnet === "object" && "availabilityZone" in subnet && !pulumi.Output.isInstance(subnet)
    ? (subnet as SubnetArgs).id
    : (subnet as pulumi.Input<string>);
