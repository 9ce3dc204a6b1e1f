import * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import { prometheus } from "../engine/networkPolicy";
import { ingressPolicy, labelsOf } from "../kube";
import type { Platform } from "../platform";
import type { RoutedPlan } from "./config";
import type { RouterProgram } from "./program";

type Metadata = k8s.types.input.meta.v1.ObjectMeta;

/** Lets the router read what it finds engines by, in its own namespace, and nothing else. */
export function routerRights(
  name: string,
  metadata: Metadata,
  { rules }: RouterProgram,
  serviceAccountName: pulumi.Input<string>,
  opts: pulumi.CustomResourceOptions,
) {
  const role = new k8s.rbac.v1.Role(name, { metadata, rules }, opts);
  return new k8s.rbac.v1.RoleBinding(
    name,
    {
      metadata,
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: role.metadata.name },
      subjects: [{ kind: "ServiceAccount", name: serviceAccountName, namespace: metadata.namespace }],
    },
    opts,
  );
}

/** Only the service's gateway reaches the router's API, and only Prometheus its metrics. */
export function routerPolicy(
  name: string,
  metadata: Metadata,
  selector: Record<string, string>,
  { plan, platform }: { plan: RoutedPlan; platform: Platform },
  opts: pulumi.CustomResourceOptions,
) {
  const { http, metrics } = plan.router.ports;
  const gateway = labelsOf(plan.name, "gateway").selector;
  const ingress = [
    { from: [{ podSelector: { matchLabels: gateway } }], ports: [{ protocol: "TCP", port: http }] },
    { from: [prometheus(platform)], ports: [{ protocol: "TCP", port: metrics }] },
  ];
  return ingressPolicy(name, metadata, selector, ingress, opts);
}
