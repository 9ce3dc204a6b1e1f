/** Labels of one part of a service; the selector is the part that never changes. */
export function labelsOf(instance: string, component: "engine" | "gateway" | "fetch") {
  const selector = { "app.kubernetes.io/instance": instance, "app.kubernetes.io/component": component };
  return {
    selector,
    all: { "app.kubernetes.io/name": "sonar", ...selector, "app.kubernetes.io/managed-by": "pulumi" },
  };
}
