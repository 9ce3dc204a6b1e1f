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
    ...(typeof placementGroup === "boolean" && { placementGroup }),
    ...(typeof placementGroup === "object" && { placementGroup: "existing" }),
    ...(customAmi !== undefined && { customAmi: true }),
    ...(Array.isArray(subnetIds) && { subnets: zonesOf(subnetIds) }),
  };
  const { plain: spec, eventual } = takeEventual(plain);
  problems.push(...eventual.map((path) => laterProblem(join(base, path))));
  return spec as NodeGroupSpec;
}

/** Names that change nothing as the other arguments stand. */
function unused(args: GpuGroupArgs, base: string): Problem[] {
  const { roleArn, efa, customAmi } = args;
  const own = "of your own. Leave it out, or leave out customAmi.";
  const rules: [key: "policies" | "efaSecurityGroupId" | "version" | "releaseVersion", idle: boolean, why: string][] = [
    ["policies", roleArn !== undefined, "on a role that exists. Leave it out, or leave out roleArn."],
    ["efaSecurityGroupId", efa === undefined || efa === false, "without EFA. Leave it out, or give efa: true."],
    ["version", customAmi !== undefined, `on an image ${own}`],
    ["releaseVersion", customAmi !== undefined, `on an image ${own}`],
  ];
  return rules
    .filter(([key, idle]) => idle && args[key] !== undefined)
    .map(([key, , why]) => ({ path: join(base, key), message: `has no effect ${why}` }));
}

function kindOf(capacity: unknown): CapacitySpec["kind"] | undefined {
  const kind = (capacity as { kind?: unknown } | undefined)?.kind;
  return capacityKinds.find((known) => known === kind);
}

const join = (base: string, path: string) => (base === "" ? path : `${base}.${path}`);
