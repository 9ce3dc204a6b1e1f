import * as pulumi from "@pulumi/pulumi";
import { check, Explanations, type NodeGroupPlan, type Problem, planNodeGroup } from "@sonar-iac/topology";
import { InvalidArgsError } from "../../args";
import { clusterSchema } from "../cluster";
import type { GpuNodeGroupArgs } from "./args";
import { subnetsSchema } from "./names";
import { splitGroup } from "./split";

/** The plan of a group that no service makes for itself, or an error that lists every problem. */
export function planAlone(name: string, args: GpuNodeGroupArgs): NodeGroupPlan {
  const { cluster, subnetIds, ...group } = args;
  const problems: Problem[] = [
    ...nameProblems(name),
    ...check(clusterSchema, cluster, "cluster").problems,
    ...check(subnetsSchema, subnetIds, "subnetIds").problems,
  ];
  const spec = splitGroup(group, subnetIds, problems);
  const warnings: Problem[] = [];
  const plan = planNodeGroup(spec, undefined, { why: new Explanations(), problems, warnings });
  if (problems.length > 0 || !plan) throw new InvalidArgsError("GpuNodeGroup", name, problems);
  for (const { path, message } of warnings) void pulumi.log.warn(`${name}: ${path}: ${message}`);
  return plan;
}

/** The name begins those of the role and of the node group, which take no other characters. */
function nameProblems(name: string): Problem[] {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,47}$/.test(name)) return [];
  const message = `"${name}" cannot begin names of AWS resources. Use up to 48 letters, digits, "-" and "_", with a letter or digit first.`;
  return [{ path: "name", value: name, message }];
}
