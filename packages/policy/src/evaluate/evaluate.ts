import type { Change } from "../change/change";
import { defaults, type PolicyConfig } from "../config/config";
import { enginesOf } from "../engine";
import { attempt, type Level, type Outcome, type Rule, type Settings } from "../rule";
import { rules } from "../rules";
import { itemsOf, type ResourceView, titleOf } from "../view";

/** What a rule says of a stack that is not yet there. */
export interface PolicyFinding {
  rule: string;
  level: Exclude<Level, "disabled">;
  severity: Rule["severity"];
  /** What it is about: `StatefulSet qwen3-serve`; null for the stack as a whole. */
  resource: string | null;
  urn: string | null;
  message: string;
  /** Whether nothing is decided yet, because a value is known only after deployment. */
  open: boolean;
}

/**
 * Puts resources to every rule that is not disabled, in the order of the rules.
 *
 * @param changes what an update would do, where it is known what there was
 */
export function evaluate(
  resources: readonly ResourceView[],
  config: PolicyConfig = defaults(rules),
  changes?: readonly Change[],
): PolicyFinding[] {
  const titles = new Map(resources.map((one) => [one.urn, titleOf(one)]));
  return rules.flatMap((rule) => {
    const { level, settings } = config.get(rule.name) ?? { level: rule.level, settings: {} };
    if (level === "disabled") return [];
    const outcomes =
      rule.scope === "stack"
        ? checkRule(rule, resources, settings, changes)
        : resources.flatMap((one) => checkRule(rule, [one], settings));
    return distinct(outcomes).map((outcome): PolicyFinding => {
      const open = "open" in outcome;
      return {
        rule: rule.name,
        level,
        severity: rule.severity,
        resource: titles.get(outcome.urn ?? "") ?? null,
        urn: outcome.urn ?? null,
        message: open ? outcome.open : outcome.message,
        open,
      };
    });
  });
}

/** Puts resources to one rule. */
export function checkRule(
  rule: Rule,
  resources: readonly ResourceView[],
  settings: Settings,
  changes?: readonly Change[],
): Outcome[] {
  const urn = resources.length === 1 ? resources[0]?.urn : undefined;
  const objects = resources.flatMap(itemsOf);
  return attempt(urn, () => rule.check({ resources: objects, engines: objects.flatMap(enginesOf), settings, changes }));
}

/** Two containers or two sides of a pair may say the same. */
function distinct(outcomes: Outcome[]): Outcome[] {
  return [
    ...new Map(
      outcomes.map((one) => [JSON.stringify([one.urn, "open" in one ? one.open : one.message]), one]),
    ).values(),
  ];
}
