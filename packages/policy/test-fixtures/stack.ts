import { type ResourceView, type Value, viewOf } from "../src/view";

/** Properties of a resource as a test writes them. */
export type Properties = { [key: string]: Value };

/** A stack of a test: resources by kind (or AWS type token) and name. */
export function resource(type: string, name: string, properties: Properties, dependsOn: string[] = []): ResourceView {
  const token = type.includes(":") ? type : `kubernetes:${groups[type] ?? "core/v1"}:${type}`;
  const urn = urnOf(type, name);
  return viewOf({ urn, type: token, name, dependsOn }, properties);
}

/** The URN that {@link resource} gives. */
export const urnOf = (type: string, name: string) =>
  `urn:pulumi:test::fixture::${type.includes(":") ? type : `kubernetes:${groups[type] ?? "core/v1"}:${type}`}::${name}`;

const groups: Record<string, string> = {
  Deployment: "apps/v1",
  StatefulSet: "apps/v1",
  LeaderWorkerSet: "leaderworkerset.x-k8s.io/v1",
  Rollout: "argoproj.io/v1alpha1",
  Job: "batch/v1",
  CronJob: "batch/v1",
  Ingress: "networking.k8s.io/v1",
  NetworkPolicy: "networking.k8s.io/v1",
  PodDisruptionBudget: "policy/v1",
  HorizontalPodAutoscaler: "autoscaling/v2",
  ScaledObject: "keda.sh/v1alpha1",
  StorageClass: "storage.k8s.io/v1",
  NodePool: "karpenter.sh/v1",
  HTTPRoute: "gateway.networking.k8s.io/v1",
  IngressRoute: "traefik.io/v1alpha1",
  Middleware: "traefik.io/v1alpha1",
  VirtualService: "networking.istio.io/v1",
};

export const object = (kind: string, name: string, spec: Properties, more: Properties = {}): ResourceView =>
  resource(kind, name, {
    metadata: { name, namespace: "llm", ...(more.metadata as Properties) },
    ...without(more),
    spec,
  });

const without = ({ metadata: _, ...rest }: Properties) => rest;

export const digest = `@sha256:${"0123456789abcdef".repeat(4)}`;
export const labels = { app: "qwen" };
