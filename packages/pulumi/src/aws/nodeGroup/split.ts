import { type CapacitySpec, capacityKinds, check, type NodeGroupSpec, type Problem } from "@sonar-iac/topology";
import { laterProblem, takeEventual } from "../../args";
import type { GpuGroupArgs, SubnetIds } from "./args";
import { groupNames, nameKeys } from "./names";
import { zonesOf } from "./subnets";

type Fields = Record<string, unknown>;

/** What is plain in a group's arguments, for topology; what is wrong with the rest goes to `problems`. */
export function splitGroup(args: GpuGroupArgs, subnetIds: SubnetIds, problems: Problem[], base = ""): NodeGroupSpec {
  const given = Object.entries(args ?? {}).filter(([, value]) => value !== undefined);
  const late = Object.fromEntries(given.filter(([key]) => nameKeys.includes(key)));
  problems.push(...check(groupNames, late, base).problems, ...unused(args, base));
  const { capacity, placementGroup, customAmi } = args;
  const kind = kindOf(capacity);
  const plain: Fields = {
    ...Object.fromEntries(given.filter(([key]) => !nameKeys.includes(key))),
    // a wrong kind is reported once, with the names
    ...(kind && { capacity: { kind } }),
    ...(placementGroup !== undefined && {
      placementGroup: typeof placementGroup === "object" ? "existing" : placementGroup,
    }),
    ...(customAmi !== undefined && { customAmi: true }),
    ...(Array.isArray(subnetIds) && { subnets: zonesOf(subnetIds) }),
  };
  const { plain: spec, eventual } = takeEventual(plain);
  problems.push(...eventual.map((path) => laterProblem(join(base, path))));
  return spec as NodeGroupSpec;
}

/** Names that change nothing as the other arguments stand. */
function unused({ roleArn, policies, efa, efaSecurityGroupId }: GpuGroupArgs, base: string): Problem[] {
  const problems: Problem[] = [];
  if (roleArn !== undefined && policies !== undefined) {
    problems.push({
      path: join(base, "policies"),
      message: "has no effect on a role that exists. Leave it out, or leave out roleArn.",
    });
  }
  if (efaSecurityGroupId !== undefined && (efa === undefined || efa === false)) {
    problems.push({
      path: join(base, "efaSecurityGroupId"),
      message: "has no effect without EFA. Leave it out, or give efa: true.",
    });
  }
  return problems;
}

function kindOf(capacity: unknown): CapacitySpec["kind"] | undefined {
  const kind = (capacity as { kind?: unknown } | undefined)?.kind;
  return capacityKinds.find((known) => known === kind);
}

const join = (base: string, path: string) => (base === "" ? path : `${base}.${path}`);
