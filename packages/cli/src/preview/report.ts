import type { PolicyFinding } from "@sonar-iac/policy";
import type { KVCachePlan, NodeGroupPlan, PriceRange, ServingPlan } from "@sonar-iac/topology";
import {
  type Finding,
  isObject,
  type RecordedResource,
  type Recording,
  redact,
  unwrap,
  type Wire,
  type WireObject,
} from "../recorder";
import { kvCachesOf } from "./kvCache";
import { nodeGroupsOf, rangeOf } from "./nodeGroups";

/** What a preview found: the one object of `sonar preview --json`. Secrets are `[secret]`, unknown values `[unknown]`. */
export interface Report {
  /** Everything that would be created. */
  resources: ReportedResource[];
  /** The plan of each service, by the service's name. */
  topology: Record<string, ServingPlan>;
  /** Node groups that the program makes, by their components' names; absent where it makes none. */
  nodeGroups?: Record<string, NodeGroupPlan>;
  /** Caches of KV blocks that the program makes, by their components' names; absent where it makes none. */
  kvCaches?: Record<string, KVCachePlan>;
  /** The stack's outputs. */
  outputs: WireObject;
  totals: ReportTotals;
  /** What the rules of the policy pack say. */
  policyFindings: PolicyFinding[];
  warnings: Finding[];
  errors: Finding[];
}

/** A resource that would be created. */
export interface ReportedResource {
  urn: string;
  type: string;
  /** The logical name. */
  name: string;
  /** URN; null for a resource without one. */
  parent: string | null;
  inputs: WireObject;
}

/** Sums over all services. */
export interface ReportTotals {
  /** Resources to create, components included, the stack itself not. */
  resources: number;
  pods: number;
  gpus: number;
  /** GPU nodes; null where a service's number is not known. */
  nodes: number | null;
  /** null where a service's price is not known. */
  usdPerHour: number | null;
  /** From the fewest to the most nodes of all groups, and null where a part is not known; absent where no group is made. */
  usdPerHourRange?: PriceRange | null;
}

/** Makes the report of a run, with what the rules say of it. */
export function makeReport(recording: Recording, policyFindings: PolicyFinding[] = []): Report {
  const scrub = (text: string) => recording.secrets.scrubValue(text);
  const created = recording.resources.filter((resource) => resource.kind !== "read");
  const urns = new Set(created.map((resource) => resource.urn));
  const topology = plansOf(created, scrub);
  const plans = Object.values(topology);
  const nodeGroups = nodeGroupsOf(created, scrub);
  const groups = Object.values(nodeGroups);
  const kvCaches = kvCachesOf(created, scrub);
  const warned = [
    ...Object.entries(topology).map(([name, { service, warnings }]) => ({ name, component: service, warnings })),
    ...Object.entries(kvCaches).map(([name, { component, warnings }]) => ({ name, component, warnings })),
  ];
  const planWarnings = warned.flatMap(({ name, component, warnings }) =>
    warnings.map((warning): Finding => ({ component: `${component} "${name}"`, ...warning })),
  );
  return {
    resources: created.map((resource) => ({
      urn: resource.urn,
      type: resource.type,
      name: resource.name,
      parent: urns.has(resource.parent) ? resource.parent : null,
      inputs: redactMap(resource.inputs, scrub),
    })),
    topology,
    ...(groups.length > 0 && { nodeGroups }),
    ...(Object.keys(kvCaches).length > 0 && { kvCaches }),
    outputs: redactMap(recording.outputs, scrub),
    totals: {
      resources: created.length,
      pods: sum(plans.map((plan) => plan.totals.pods)) ?? 0,
      gpus: sum(plans.map((plan) => plan.totals.gpus)) ?? 0,
      nodes: sum(plans.map((plan) => plan.totals.nodes)),
      usdPerHour: plans.length === 0 ? null : sum(plans.map((plan) => plan.totals.usdPerHour)),
      ...(groups.length > 0 && { usdPerHourRange: rangeOf(groups, plans) }),
    },
    policyFindings: policyFindings.map((one) => ({ ...one, message: scrub(one.message) })),
    warnings: [...recording.warnings.filter((one) => !repeats(one, planWarnings)), ...planWarnings].map((one) =>
      clean(one, scrub),
    ),
    errors: recording.errors.map((one) => clean(one, (text) => recording.secrets.scrub(text))),
  };
}

/** The plans that components carry among their inputs. */
function plansOf(resources: RecordedResource[], scrub: (text: string) => string): Record<string, ServingPlan> {
  const plans: Record<string, ServingPlan> = {};
  for (const { type, name, inputs } of resources) {
    const plan = inputs.plan === undefined ? undefined : unwrap(inputs.plan);
    if (!type.startsWith("sonar:index:") || plan === undefined || !isPlan(plan)) continue;
    const key = name in plans ? `${type.slice("sonar:index:".length)}/${name}` : name;
    plans[key] = redact(plan, scrub) as unknown as ServingPlan;
  }
  return plans;
}

function isPlan(value: Wire): boolean {
  return isObject(value) && isObject(value.totals) && isObject(value.pools) && Array.isArray(value.explanations);
}

/** A component that logs its plan's warnings says what the plan says. */
function repeats(logged: Finding, planned: Finding[]): boolean {
  return logged.component === null && planned.some(({ message }) => logged.message.endsWith(message));
}

function redactMap(map: WireObject, scrub: (text: string) => string): WireObject {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, redact(value, scrub)]));
}

function clean(one: Finding, scrub: (text: string) => string): Finding {
  const value = one.value === undefined ? {} : { value: redact(one.value as Wire, scrub) };
  return { ...one, message: scrub(one.message), ...value };
}

/** The sum, or null if any part is not known. */
function sum(parts: (number | null)[]): number | null {
  return parts.reduce((total, part) => (total === null || part === null ? null : total + part), 0);
}
