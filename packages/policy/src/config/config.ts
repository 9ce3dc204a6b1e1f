import { didYouMean, nearest } from "@sonar-iac/topology";
import type { Level, Rule, Setting, Settings } from "../rule";
import { isMap, type Value } from "../view";

/** Level and settings of each rule, by its name. */
export type PolicyConfig = ReadonlyMap<string, RuleConfig>;

/** What the configuration says of one rule. */
export interface RuleConfig {
  level: Level;
  settings: Settings;
}

const levels = ["mandatory", "advisory", "remediate", "disabled"] as const;

/**
 * Reads the configuration of a policy pack, as `pulumi preview --policy-pack-config` takes it:
 * `{ "all": "advisory", "two-replicas": { "enforcementLevel": "mandatory", "exceptions": { … } } }`.
 *
 * @returns the configuration of every rule, and what is wrong with what was given.
 */
export function readConfig(given: Value, rules: readonly Rule[]): { config: PolicyConfig; problems: string[] } {
  const problems: string[] = [];
  if (!isMap(given))
    return { config: defaults(rules), problems: ["the policy configuration must be an object of rules."] };
  const known = ["all", ...rules.map(({ name }) => name)];
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    problems.push(`"${name}" is not a rule. ${didYouMean(nearest(name, known, 2)) || `Rules: ${known.join(", ")}.`}`);
  }
  const all = levelOf("all", given.all, problems);
  const config = new Map(rules.map((rule) => [rule.name, ruleConfig(rule, given[rule.name], all, problems)]));
  return { config, problems };
}

/** Every rule at its own level, with no settings. */
export function defaults(rules: readonly Rule[]): PolicyConfig {
  return new Map(rules.map(({ name, level }) => [name, { level, settings: {} }]));
}

function ruleConfig(rule: Rule, given: Value | undefined, all: Level | undefined, problems: string[]): RuleConfig {
  const whole: Record<string, Value | undefined> = isMap(given) ? given : { enforcementLevel: given };
  const { enforcementLevel, ...settings } = whole as Settings;
  const level = levelOf(rule.name, enforcementLevel, problems) ?? all ?? rule.level;
  for (const [name, value] of Object.entries(settings)) {
    const setting = rule.settings?.[name];
    const wrong = setting === undefined ? unknownSetting(rule, name) : wrongSetting(setting, value);
    if (wrong !== undefined) problems.push(`${rule.name}.${name} ${wrong}`);
  }
  return { level, settings };
}

function levelOf(name: string, given: Value | undefined, problems: string[]): Level | undefined {
  if (given === undefined || given === null) return undefined;
  const level = levels.find((one) => one === given);
  if (level === undefined)
    problems.push(`${name}: the enforcement level must be ${levels.map((one) => `"${one}"`).join(", ")}.`);
  // what is not applied cannot be mended here: a preview says what the rule would
  return level === "remediate" ? "mandatory" : level;
}

function unknownSetting({ settings = {} }: Rule, name: string): string {
  const known = ["enforcementLevel", ...Object.keys(settings)];
  return `is not a setting. ${didYouMean(nearest(name, known, 2)) || `Settings: ${known.join(", ")}.`}`;
}

function wrongSetting({ type, minimum, items, additionalProperties }: Setting, value: Value): string | undefined {
  const text = (one: Value) => typeof one === "string";
  if (type === "array" && items)
    return Array.isArray(value) && value.every(text) ? undefined : "must be a list of texts.";
  if (type === "object" && additionalProperties)
    return isMap(value) && Object.values(value).every(text) ? undefined : "must be an object of texts.";
  if (type === "integer" || type === "number") {
    const fine =
      typeof value === "number" &&
      (type === "number" || Number.isInteger(value)) &&
      value >= (minimum ?? Number.NEGATIVE_INFINITY);
    return fine
      ? undefined
      : `must be a ${type === "integer" ? "whole " : ""}number${minimum === undefined ? "" : ` from ${minimum}`}.`;
  }
  return typeof value === type ? undefined : `must be a ${type}.`;
}
