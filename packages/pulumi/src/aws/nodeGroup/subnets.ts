import * as pulumi from "@pulumi/pulumi";
import { type NodeGroupPlan, zoneProblems } from "@sonar-iac/topology";
import { InvalidArgsError } from "../../args";
import type { SubnetArgs, SubnetIds } from "./args";

/** Ids of the subnets of a group. A list that is known only later is checked when it is. */
export function subnetIdList(name: string, subnets: SubnetIds, plan: NodeGroupPlan): pulumi.Output<string[]> {
  const ids = subnetIdsOf(subnets);
  if (Array.isArray(subnets)) return ids;
  return ids.apply((known) => {
    const ties = { ...plan, efa: plan.efaInterfaces > 0 };
    const problems = zoneProblems(
      known.map(() => ({})),
      ties,
    );
    if (problems.length > 0) throw new InvalidArgsError("GpuNodeGroup", name, problems);
    return known;
  });
}

/** Ids of subnets. */
export function subnetIdsOf(subnets: SubnetIds): pulumi.Output<string[]> {
  return Array.isArray(subnets) ? pulumi.all(subnets.map(idOf)) : pulumi.output(subnets);
}

/** What is plain of subnets: their zones, where those are stated; undefined for a list that is known only later. */
export function zonesOf(subnets: SubnetIds | undefined): { zone?: string }[] | undefined {
  return Array.isArray(subnets) ? subnets.map(zoneOf) : undefined;
}

/** The zone of a subnet, where it is stated. */
export function zoneOf(subnet: unknown): { zone?: string } {
  const zone = !pulumi.Output.isInstance(subnet) && (subnet as { availabilityZone?: unknown })?.availabilityZone;
  return typeof zone === "string" ? { zone } : {};
}

/** Id of a subnet, whichever way it was given. */
export const idOf = (subnet: pulumi.Input<string> | SubnetArgs): pulumi.Input<string> =>
  typeof subnet === "object" && "availabilityZone" in subnet && !pulumi.Output.isInstance(subnet)
    ? (subnet as SubnetArgs).id
    : (subnet as pulumi.Input<string>);
