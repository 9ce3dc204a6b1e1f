/** Parts of a service or of a KV cache, as labels name them. */
export type Part =
  | "engine"
  | "prefill"
  | "decode"
  | "router"
  | "gateway"
  | "fetch"
  | "kv-master"
  | "kv-store"
  | "kv-server"
  | "kv-cleaning";

/** The label whose value is a part. */
export const partLabel = "app.kubernetes.io/component";

/** The label whose value is the service. */
export const instanceLabel = "app.kubernetes.io/instance";

/** Labels of one part of a service or of a KV cache; the selector is the part that never changes. */
export function labelsOf(instance: string, component: Part) {
  const selector = { [instanceLabel]: instance, [partLabel]: component };
  return {
    selector,
    all: { "app.kubernetes.io/name": "sonar", ...selector, "app.kubernetes.io/managed-by": "pulumi" },
  };
}
