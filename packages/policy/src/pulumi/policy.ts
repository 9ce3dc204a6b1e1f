import type {
  PolicyConfigSchema,
  ReportViolation,
  ResourceValidationArgs,
  ResourceValidationPolicy,
  StackValidationArgs,
  StackValidationPolicy,
} from "@pulumi/policy";
import { engineVersion } from "@sonar-iac/topology";
import { checkRule } from "../evaluate/evaluate";
import type { Outcome, Patch, Rule } from "../rule";
import { viewOf } from "../view";
import { plainOf, readAgain, write } from "./properties";

/** What rules could not decide, because what decides is outside of the stack. The last policy of the pack tells it. */
export interface Undecided {
  rule: string;
  urn?: string;
  reason: string;
}

/** A rule as an object of @pulumi/policy. */
export function policyOf(rule: Rule, undecided: Undecided[]): ResourceValidationPolicy | StackValidationPolicy {
  const common = {
    name: rule.name,
    description: rule.description,
    enforcementLevel: rule.level,
    severity: rule.severity,
    tags: [...rule.tags],
    framework: {
      name: "Sonar in production",
      version: engineVersion,
      reference: rule.tags[0] ?? "engine",
      specification: rule.description,
    },
    remediationSteps: rule.remediation,
    ...(rule.settings && { configSchema: { properties: rule.settings } as PolicyConfigSchema }),
  };
  if (rule.scope === "stack")
    return { ...common, validateStack: (args, report) => checkStack(rule, args, report, undecided) };
  const { remedy } = rule;
  return {
    ...common,
    validateResource: (args, report) => checkResource(rule, args, report, undecided),
    ...(remedy && { remediateResource: (args: ResourceValidationArgs) => remedied(args, remedy(view(args))) }),
  };
}

function view(args: ResourceValidationArgs) {
  return viewOf(args, plainOf(args.props), args.provider && plainOf(args.provider.props));
}

/** The same properties with what the rule writes; none where it writes nothing. */
function remedied(args: ResourceValidationArgs, patches: readonly Patch[]): Record<string, unknown> | undefined {
  for (const [path, value] of patches) write(args.props, path, value);
  return patches.length === 0 ? undefined : args.props;
}

function checkResource(
  rule: Rule,
  args: ResourceValidationArgs,
  report: ReportViolation,
  undecided: Undecided[],
): void {
  const outcomes = checkRule(rule, [view(args)], args.getConfig());
  tell(outcomes, report);
  keep(rule, outcomes, undecided);
  const open = outcomes.find((one) => "open" in one && one.path !== undefined);
  if (open !== undefined && "open" in open) readAgain(args.props, open.path ?? []);
}

function checkStack(rule: Rule, args: StackValidationArgs, report: ReportViolation, undecided: Undecided[]): void {
  const resources = args.resources.map(({ urn, type, name, props, dependencies, propertyDependencies, provider }) => {
    const dependsOn = [...dependencies, ...Object.values(propertyDependencies).flat()].map((one) => one.urn);
    return viewOf({ urn, type, name, dependsOn }, plainOf(props), provider && plainOf(provider.props));
  });
  const outcomes = checkRule(rule, resources, args.getConfig());
  tell(outcomes, report);
  keep(rule, outcomes, undecided);
  const open = outcomes.find((one) => "open" in one && one.path !== undefined);
  if (open === undefined || !("open" in open)) return;
  readAgain(args.resources.find(({ urn }) => urn === open.urn)?.props, open.path ?? []);
}

/** What only something outside of the stack decides waits for the pack's last policy. */
function keep({ name }: Rule, outcomes: Outcome[], undecided: Undecided[]): void {
  for (const one of outcomes)
    if ("open" in one && one.path === undefined) undecided.push({ rule: name, urn: one.urn, reason: one.open });
}

/** The engine takes one violation of a resource for each message. */
function tell(outcomes: Outcome[], report: ReportViolation): void {
  const told = new Set<string>();
  for (const outcome of outcomes) {
    if ("open" in outcome || told.has(`${outcome.urn} ${outcome.message}`)) continue;
    told.add(`${outcome.urn} ${outcome.message}`);
    report(outcome.message, outcome.urn);
  }
}
