import { changed, type Json } from "./case";
import * as objects from "./objects";
import * as workloads from "./workloads";

const container = "spec.containers[0]";

/** Manifests that the API server takes: every kind, and the far ends of what rules allow. */
export const GOOD: Record<string, Json> = {
  ...workloads,
  ...objects,
  "names at their longest": changed(workloads.ENGINE, { "metadata.name": "a".repeat(52) }),
  "a service of 63 characters that begins with a digit": changed(objects.SERVICE, {
    "metadata.name": `1${"a".repeat(62)}`,
  }),
  "a secret of 253 characters": changed(objects.SECRET, { "metadata.name": `${"a".repeat(126)}.${"b".repeat(126)}` }),
  "a name that is still to be made": changed(objects.CONFIG_MAP, {
    "metadata.name": undefined,
    "metadata.generateName": "a-",
  }),
  "a label of 63 characters, and an empty one": changed(objects.SERVICE, {
    "metadata.labels": { "example.com/a": "a".repeat(63), empty: "" },
  }),
  "a port name of 15 characters": changed(workloads.POD, {
    [`${container}.ports`]: [{ name: "a".repeat(15), containerPort: 65535 }],
  }),
  "a sleep as long as the default grace period": changed(workloads.POD, {
    [`${container}.lifecycle.preStop.sleep.seconds`]: 30,
  }),
  "a sleep of zero": changed(workloads.POD, { [`${container}.lifecycle.preStop.sleep.seconds`]: 0 }),
  "an extended resource without a request": changed(workloads.POD, {
    [`${container}.resources.limits`]: { "nvidia.com/gpu": 8 },
  }),
  "the same GPUs in two spellings": changed(workloads.POD, {
    [`${container}.resources`]: { limits: { "nvidia.com/gpu": "2000m" }, requests: { "nvidia.com/gpu": 2 } },
  }),
  "huge pages": changed(workloads.POD, {
    [`${container}.resources`]: {
      limits: { "hugepages-2Mi": "1Gi", memory: "4Gi" },
      requests: { "hugepages-2Mi": "1024Mi" },
    },
  }),
  "two protocols on one port": changed(workloads.POD, {
    [`${container}.ports`]: [{ containerPort: 53 }, { containerPort: 53, protocol: "UDP" }],
  }),
  "a toleration of everything": changed(workloads.POD, { "spec.tolerations": [{ operator: "Exists" }] }),
  "an environment name with dots and spaces": changed(workloads.POD, {
    [`${container}.env`]: [{ name: "a.b c-1", value: "" }],
  }),
  "an image volume": changed(workloads.POD, {
    "spec.volumes": [{ name: "w", image: { reference: "r.example.com/w:1" } }],
  }),
  "a configMap of exactly 1 MiB": changed(objects.CONFIG_MAP, { data: { a: "a".repeat(1024 * 1024 - 4) } }),
  "a budget in percent": changed(objects.BUDGET, { "spec.maxUnavailable": undefined, "spec.minAvailable": "50%" }),
  "a deployment that is recreated": changed(workloads.GATEWAY, { "spec.strategy": { type: "Recreate" } }),
  "a TLS secret": changed(objects.SECRET, {
    type: "kubernetes.io/tls",
    data: { "tls.crt": "aw==", "tls.key": "aw==" },
  }),
  "a cron job by name": changed(workloads.CRONJOB, { "spec.schedule": "@daily" }),
  "one port without a name": changed(objects.SERVICE, { "spec.ports": [{ port: 80 }] }),
  "a headless service with ports": changed(objects.HEADLESS, { "spec.ports": [{ name: "http", port: 2242 }] }),
  "a default backend": changed(objects.INGRESS, {
    "spec.rules": undefined,
    "spec.defaultBackend": { service: { name: "a", port: { number: 80 } } },
  }),
  "an object as the server returns it": changed(workloads.GATEWAY, {
    "metadata.creationTimestamp": "2030-01-31T12:00:00Z",
    "metadata.managedFields": [{ manager: "m", operation: "Apply", fieldsV1: { "f:spec": { "f:replicas": {} } } }],
    status: { readyReplicas: 2 },
  }),
};
