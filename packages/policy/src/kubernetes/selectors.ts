import { type Fields, namespaceOf, type ResourceView, sameNamespace } from "../view";
import { labelSets } from "./labels";
import type { PodView } from "./pods";

/** Whether labels fit `matchLabels` and `matchExpressions`; an empty selector fits all. */
function fitsLabels(selector: Fields, labels: Fields): boolean {
  return (
    fitsMap(selector.at("matchLabels"), labels) && selector.at("matchExpressions").items().every(fitsExpression(labels))
  );
}

/** Whether labels have all of a map's entries. */
function fitsMap(wanted: Fields, labels: Fields): boolean {
  return wanted.entries().every(([key, value]) => labels.at(key).text() === value.text());
}

const fitsExpression =
  (labels: Fields) =>
  (expression: Fields): boolean => {
    const label = labels.at(expression.at("key").text() ?? "").text();
    const values = expression
      .at("values")
      .items()
      .map((value) => value.text());
    switch (expression.at("operator").text()) {
      case "In":
        return values.includes(label);
      case "NotIn":
        return !values.includes(label);
      case "Exists":
        return label !== undefined;
      default:
        return label === undefined;
    }
  };

/** Resources of the pod's namespace whose selector, `spec.<name>`, fits pods of the template: some of them, or every one. */
export function selecting(
  pod: PodView,
  resources: readonly ResourceView[],
  name: string,
  how: "some" | "every",
): ResourceView[] {
  return resources.filter((resource) => {
    if (!sameNamespace(resource, pod.resource)) return false;
    const selector = resource.fields.at("spec", name);
    return labelSets(pod, keysOf(selector))[how]((labels) => fitsLabels(selector, labels));
  });
}

function keysOf(selector: Fields): string[] {
  const expressions = selector.at("matchExpressions").items();
  return [
    ...selector
      .at("matchLabels")
      .entries()
      .map(([key]) => key),
    ...expressions.map((one) => one.at("key").text() ?? ""),
  ];
}

/** Whether a Service sends traffic to pods of a template; one without a selector sends none. */
export function servesPod(service: ResourceView, pod: PodView): boolean {
  const selector = service.fields.at("spec", "selector");
  if (!selector.exists || selector.entries().length === 0) return false;
  const keys = selector.entries().map(([key]) => key);
  return sameNamespace(service, pod.resource) && labelSets(pod, keys).some((labels) => fitsMap(selector, labels));
}

/** Namespace and name, as references write it. */
export const keyOf = (resource: ResourceView, name: string) => `${namespaceOf(resource)}/${name}`;
