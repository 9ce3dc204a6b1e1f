import * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";

/**
 * What stands beside every workload: an account without rights, and a budget that lets drains take one pod at a time.
 * A pod that never became healthy does not hold up a drain. Returns the account's name.
 */
export function accountAndBudget(
  name: string,
  metadata: k8s.types.input.meta.v1.ObjectMeta,
  selector: Record<string, string>,
  opts: pulumi.CustomResourceOptions,
  accountAnnotations: Record<string, pulumi.Input<string>> = {},
): pulumi.Output<string> {
  new k8s.policy.v1.PodDisruptionBudget(
    name,
    {
      metadata,
      spec: { maxUnavailable: 1, unhealthyPodEvictionPolicy: "AlwaysAllow", selector: { matchLabels: selector } },
    },
    opts,
  );
  return account(name, metadata, opts, accountAnnotations);
}

/** An account without rights. Returns its name. */
export function account(
  name: string,
  metadata: k8s.types.input.meta.v1.ObjectMeta,
  opts: pulumi.CustomResourceOptions,
  accountAnnotations: Record<string, pulumi.Input<string>> = {},
): pulumi.Output<string> {
  const annotated = Object.keys(accountAnnotations).length > 0 && { annotations: accountAnnotations };
  return new k8s.core.v1.ServiceAccount(
    name,
    { metadata: { ...metadata, ...annotated }, automountServiceAccountToken: false },
    opts,
  ).metadata.name;
}

/**
 * Pods in front of engines: a new one is there before an old one goes.
 *
 * @param times seconds that Pulumi waits for pods, and that a pod may take to stop
 */
export function frontDeployment(
  name: string,
  metadata: k8s.types.input.meta.v1.ObjectMeta,
  selector: Record<string, string>,
  replicas: number,
  template: k8s.types.input.core.v1.PodTemplateSpec,
  { awaitSeconds, graceSeconds }: { awaitSeconds: number; graceSeconds: number },
  opts: pulumi.CustomResourceOptions,
): k8s.apps.v1.Deployment {
  return new k8s.apps.v1.Deployment(
    name,
    {
      metadata,
      spec: {
        replicas,
        selector: { matchLabels: selector },
        strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
        minReadySeconds: 5,
        revisionHistoryLimit: 3,
        progressDeadlineSeconds: awaitSeconds,
        template,
      },
    },
    {
      ...opts,
      customTimeouts: { create: `${awaitSeconds}s`, update: `${awaitSeconds}s`, delete: `${graceSeconds + 120}s` },
    },
  );
}

/** Who reaches pods, and on which ports; nobody else does. */
export const ingressPolicy = (
  name: string,
  metadata: k8s.types.input.meta.v1.ObjectMeta,
  selector: Record<string, string>,
  ingress: k8s.types.input.networking.v1.NetworkPolicyIngressRule[],
  opts: pulumi.CustomResourceOptions,
) =>
  new k8s.networking.v1.NetworkPolicy(
    name,
    { metadata, spec: { podSelector: { matchLabels: selector }, policyTypes: ["Ingress"], ingress } },
    opts,
  );

/** Spreads a Deployment's pods over zones and nodes, those of each release for themselves. */
export const spread = (selector: Record<string, string>) =>
  ["topology.kubernetes.io/zone", "kubernetes.io/hostname"].map((topologyKey) => ({
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: "ScheduleAnyway",
    labelSelector: { matchLabels: selector },
    matchLabelKeys: ["pod-template-hash"],
  }));

/** Spreads a StatefulSet's pods over zones and nodes. */
export const apart = (selector: Record<string, string>) =>
  ["topology.kubernetes.io/zone", "kubernetes.io/hostname"].map((topologyKey) => ({
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: "ScheduleAnyway",
    labelSelector: { matchLabels: selector },
    nodeTaintsPolicy: "Honor",
  }));

/** Pods of a node that is lost are replaced after half a minute; Kubernetes' default is five. */
export const lostNode = ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"].map((key) => ({
  key,
  operator: "Exists",
  effect: "NoExecute",
  tolerationSeconds: 30,
}));
