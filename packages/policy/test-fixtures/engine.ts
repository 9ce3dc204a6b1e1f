import type { ResourceView, Value } from "../src/view";
import { digest, labels, object, type Properties } from "./stack";

/** What a test changes of a good engine. */
export interface Changes {
  kind?: string;
  name?: string;
  /** Words after `aphrodite serve MODEL`. @default a drain of 605 s */
  args?: Value[];
  model?: Value;
  /** Replaces command and args. */
  container?: Properties;
  env?: Value[];
  pod?: Properties;
  spec?: Properties;
  labels?: Properties;
  gpus?: Value;
}

const key = { name: "APHRODITE_API_KEY", valueFrom: { secretKeyRef: { name: "keys", key: "engine" } } };

/** A hand-written StatefulSet that no rule finds fault with, and changes to it. */
export function engine(changes: Changes = {}): ResourceView {
  const { kind = "StatefulSet", name = "qwen", gpus = "1" } = changes;
  const template = {
    metadata: { labels: { ...labels, ...changes.labels } },
    spec: { terminationGracePeriodSeconds: 650, containers: [container(changes, gpus)], ...changes.pod },
  };
  if (kind === "Pod") return object(kind, name, template.spec, { metadata: { labels: template.metadata.labels } });
  return object(kind, name, { replicas: 2, template, ...changes.spec });
}

function container(
  { args = ["--shutdown-timeout", "605"], model = "Qwen/Qwen3-8B", env = [], container = {} }: Changes,
  gpus: Value,
): Properties {
  return {
    name: "engine",
    image: `registry.example.com/aphrodite:0.24.1${digest}`,
    command: ["aphrodite", "serve"],
    args: [model, ...args],
    env: [key, ...env],
    lifecycle: { preStop: { sleep: { seconds: 15 } } },
    startupProbe: { httpGet: { path: "/health", port: 2242 }, periodSeconds: 5, failureThreshold: 156 },
    resources: { limits: { memory: "64Gi", "nvidia.com/gpu": gpus }, requests: { "nvidia.com/gpu": gpus } },
    ...container,
  };
}

/** /dev/shm in memory, for engines of several GPUs. */
export const shm = {
  container: { volumeMounts: [{ name: "shm", mountPath: "/dev/shm" }] },
  pod: { volumes: [{ name: "shm", emptyDir: { medium: "Memory", sizeLimit: "8Gi" } }] },
};

export const budget = (spec: Properties = { maxUnavailable: 1 }) =>
  object("PodDisruptionBudget", "qwen", { selector: { matchLabels: labels }, ...spec });

const gateway = { podSelector: { matchLabels: { app: "gateway" } } };
export const policy = (ingress: Value = [{ from: [gateway] }], spec: Properties = {}) =>
  object("NetworkPolicy", "qwen", { podSelector: { matchLabels: labels }, policyTypes: ["Ingress"], ingress, ...spec });

/** Everything that a good engine has around it. */
export const good = (changes: Changes = {}): ResourceView[] => [engine(changes), budget(), policy()];
