import { check, independent, prune } from "../check";
import { Explanations, type NodeGroupPlan, type Problem } from "../plan";
import { chooseAmiType } from "./amiType";
import { type NodeGroupSpec, nodeGroupSchema } from "./args";
import { isReserved } from "./capacity";
import { planCost } from "./cost";
import { planDisk } from "./disk";
import { blockProblems, groupInstance, instanceWarnings } from "./instance";
import { efaCount, planInterfaces } from "./interfaces";
import { gpuTaint, labelProblems, ownLabels } from "./labels";
import { planPlacement } from "./placement";
import { type GroupNeed, planKeepsSize, planScaling } from "./scaling";
import { planUpdates } from "./updates";
import { zoneProblems } from "./zones";

/** What a plan is made with. */
export interface Notes {
  why: Explanations;
  problems: Problem[];
  warnings: Problem[];
}

/** Where a group stands: in the arguments, and in the plan. */
export interface Place {
  args: string;
  plan: string;
}

/**
 * What a node group of these arguments creates; undefined where that cannot be said. Never throws on bad arguments: it lists them all.
 *
 * @param need what pools ask of the group; undefined for a group that stands alone
 * @param nodesPerEngine nodes that an engine spans, which must then be close to each other
 * @param place where the group stands; without it paths begin at the group
 */
export function planNodeGroup(
  given: NodeGroupSpec,
  need: GroupNeed | undefined,
  notes: Notes,
  place?: Place,
  nodesPerEngine = 1,
): NodeGroupPlan | undefined {
  const own: Notes = { why: new Explanations(), problems: [], warnings: [] };
  const shape = check(nodeGroupSchema, given).problems;
  const spec = prune(given, shape);
  const plan = check(nodeGroupSchema, spec).value && planChecked(spec, need, own, nodesPerEngine);
  const at = (problem: Problem) => ({ ...problem, path: joined(place?.args, problem.path) });
  notes.problems.push(...[...shape, ...independent(own.problems, shape)].map(at));
  notes.warnings.push(...own.warnings.map(at));
  for (const { path, override, ...rest } of own.why.all)
    notes.why.all.push({ ...rest, path: joined(place?.plan, path), override: joined(place?.args, override) });
  return plan;
}

const joined = (before: string | undefined, path: string) => (before === undefined ? path : `${before}.${path}`);

function planChecked(
  spec: NodeGroupSpec,
  need: GroupNeed | undefined,
  { why, problems, warnings }: Notes,
  nodesPerEngine: number,
): NodeGroupPlan | undefined {
  const capacity = spec.capacity?.kind ?? "on-demand";
  const scaling = planScaling(spec, need, why, problems);
  const efa = spec.efa !== undefined && spec.efa !== false;
  const placementGroup = planPlacement(spec, capacity, nodesPerEngine > 1, why, problems);
  problems.push(...zoneProblems(spec.subnets, { efa, capacity, placementGroup, spans: nodesPerEngine > 1 }));
  problems.push(...labelProblems(spec.labels ?? {}));
  const instance = groupInstance(spec.instanceType, problems);
  if (!instance) return undefined;
  warnings.push(...instanceWarnings(instance));
  if (capacity === "capacity-block") problems.push(...blockProblems(instance));
  const amiType = chooseAmiType(instance, spec, problems);
  const networkInterfaces = planInterfaces(instance, spec.efa, problems, warnings);
  if (spec.localStorage === "raid0" && (instance.localNvme === null || spec.customAmi === true)) {
    const because = spec.customAmi
      ? "is for the user data of customAmi to set up"
      : `a ${instance.type} has no NVMe disks`;
    problems.push({ path: "localStorage", value: "raid0", message: `${because}. Leave it out.` });
  }
  return {
    instanceType: instance.type,
    gpusPerNode: instance.gpuCount,
    scaling,
    keepsSize: planKeepsSize(spec, need, scaling, why),
    maxGpus: scaling.max * instance.gpuCount,
    capacity,
    amiType,
    networkInterfaces,
    efaInterfaces: efaCount(networkInterfaces),
    placementGroup,
    localStorage: why.because(
      "localStorage",
      instance.localNvme === null || spec.customAmi === true ? "none" : (spec.localStorage ?? "raid0"),
      instance.localNvme === null ? `a ${instance.type} has no NVMe disks` : `${instance.localNvme.count} NVMe disks`,
      "localStorage",
    ),
    disk: planDisk(spec.disk ?? {}, amiType, why, problems),
    metadataHops: spec.metadataHops ?? 1,
    updates: planUpdates(spec.updates ?? {}, isReserved(capacity), why, problems),
    nodeRepair: spec.nodeRepair ?? true,
    labels: { ...ownLabels(amiType), ...spec.labels },
    taints: spec.taints ?? [gpuTaint],
    cost: planCost(instance, { scaling, capacity }, why),
  };
}
