import { child } from "../path";
import type { LabelSelector, Of } from "../types";
import type { Problems } from "./problems";

interface Workload {
  selector: LabelSelector;
  template: { metadata: { labels: Record<string, string> } };
}

type Expression = NonNullable<LabelSelector["matchExpressions"]>[number];

function matches({ key = "", operator, values = [] }: Expression, labels: Record<string, string>): boolean {
  const value = labels[key];
  switch (operator) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    default:
      return value === undefined;
  }
}

/** The selector of a workload selects something, and its own pods. */
export function* selectorMatchesTemplate({ kind, spec }: Of<Workload>): Problems {
  const { matchLabels = {}, matchExpressions = [] } = spec?.selector ?? {};
  if (Object.keys(matchLabels).length + matchExpressions.length === 0) {
    yield `spec.selector: is empty; a ${kind} must select its pods`;
  }
  const labels = spec?.template?.metadata?.labels ?? {};
  const path = "spec.template.metadata.labels";
  for (const [key, value] of Object.entries(matchLabels)) {
    if (labels[key] !== value) yield `${child(path, key)}: must be ${JSON.stringify(value)}, as spec.selector wants it`;
  }
  for (const [index, expression] of matchExpressions.entries()) {
    if (!matches(expression, labels)) yield `${path}: do not match spec.selector.matchExpressions[${index}]`;
  }
}
