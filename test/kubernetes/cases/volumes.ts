import { type Case, casesOf } from "./case";
import { ENGINE } from "./workloads";

const engine = casesOf(ENGINE);
const spec = "spec.template.spec";
const container = `${spec}.containers[0]`;

/** What the rules about volumes, mounts and environment variables refuse. */
export const VOLUME_CASES: Case[] = [
  engine(
    "a volume's name with a dot",
    { [`${spec}.volumes[1].name`]: "s.h.m", [`${container}.volumeMounts[2].name`]: "s.h.m" },
    `${spec}.volumes[1].name`,
    "must be lower-case letters",
  ),
  engine(
    "a volume of nothing",
    { [`${spec}.volumes[1].emptyDir`]: undefined },
    `${spec}.volumes[1]`,
    "write emptyDir: {}",
    "it becomes an emptyDir in silence",
  ),
  engine(
    "a volume with two sources",
    { [`${spec}.volumes[1].hostPath`]: { path: "/dev/shm" } },
    `${spec}.volumes[1]`,
    "has emptyDir and hostPath",
  ),
  engine(
    "a volume of no ConfigMap",
    { [`${spec}.volumes[2].configMap.name`]: "" },
    `${spec}.volumes[2].configMap.name`,
    "is required",
  ),
  engine(
    "a file of no key",
    { [`${spec}.volumes[2].configMap.items[0].key`]: "" },
    `${spec}.volumes[2].configMap.items[0].key`,
    "must be letters",
  ),
  engine(
    "a file outside of its volume",
    { [`${spec}.volumes[2].configMap.items[0].path`]: "../a" },
    `${spec}.volumes[2].configMap.items[0].path`,
    "must be a relative path without ..",
  ),
  engine(
    "a mount of a volume that is not there",
    { [`${container}.volumeMounts[0].name`]: "weight" },
    `${container}.volumeMounts[0].name`,
    'no volume "weight"; it has weights, shm, config, compile-cache',
  ),
  engine(
    "a mount of a removed claim",
    { "spec.volumeClaimTemplates": undefined },
    `${container}.volumeMounts[1].name`,
    'no volume "compile-cache"',
  ),
  engine(
    "a mount without a path",
    { [`${container}.volumeMounts[0].mountPath`]: "" },
    `${container}.volumeMounts[0].mountPath`,
    "is required",
  ),
  engine(
    "a part of a volume outside of it",
    { [`${container}.volumeMounts[1].subPath`]: "a/../.." },
    `${container}.volumeMounts[1].subPath`,
    "must be relative and without ..",
  ),
  engine(
    "two parts of a volume at once",
    { [`${container}.volumeMounts[1].subPathExpr`]: "$(A)" },
    `${container}.volumeMounts[1].subPathExpr`,
    "beside subPath",
  ),

  engine(
    "an environment name with =",
    { [`${container}.env[0].name`]: "A=B" },
    `${container}.env[0].name`,
    "printable ASCII",
  ),
  engine(
    "a value and a source",
    { [`${container}.env[1].value`]: "10.0.0.1" },
    `${container}.env[1]`,
    "both value and valueFrom",
  ),
  engine(
    "a source of nothing",
    { [`${container}.env[1].valueFrom`]: {} },
    `${container}.env[1].valueFrom`,
    "must have exactly one of configMapKeyRef",
  ),
  engine(
    "two sources",
    { [`${container}.env[1].valueFrom.secretKeyRef`]: { name: "a", key: "b" } },
    `${container}.env[1].valueFrom`,
    "has fieldRef and secretKeyRef",
  ),
  engine(
    "a pod field that is not exposed",
    { [`${container}.env[1].valueFrom.fieldRef.fieldPath`]: "spec.replicas" },
    `${container}.env[1].valueFrom.fieldRef.fieldPath`,
    '"spec.replicas" is not exposed',
  ),
  engine(
    "a resource that is not exposed",
    { [`${container}.env[4].valueFrom.resourceFieldRef.resource`]: "limits.gpu" },
    `${container}.env[4].valueFrom.resourceFieldRef.resource`,
    "is not exposed",
  ),
  engine(
    "a key that a Secret cannot have",
    { [`${container}.env[3].valueFrom.secretKeyRef.key`]: "a/b" },
    `${container}.env[3].valueFrom.secretKeyRef.key`,
    "must be letters, digits",
  ),
  engine(
    "a Secret without a name",
    { [`${container}.env[3].valueFrom.secretKeyRef.name`]: undefined },
    `${container}.env[3].valueFrom.secretKeyRef.name`,
    "must be lower-case letters",
  ),
  engine(
    "an envFrom of two",
    { [`${container}.envFrom[0].secretRef`]: { name: "qwen3-env" } },
    `${container}.envFrom[0]`,
    "has configMapRef and secretRef",
  ),
];
