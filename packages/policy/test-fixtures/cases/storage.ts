import { unknownValue } from "../../src/view";
import { engine } from "../engine";
import { object, type Properties } from "../stack";
import type { Cases } from "./case";

const claim = (mode: string, name = "weights") => object("PersistentVolumeClaim", name, { accessModes: [mode] });
const mounts = (more = {}) => ({
  pod: { volumes: [{ name: "weights", persistentVolumeClaim: { claimName: "weights" } }] },
  container: { volumeMounts: [{ name: "weights", mountPath: "/cache", ...more }] },
});
const one = { spec: { replicas: 1 } };
const mounting = engine(mounts()).fields.at("spec", "template").rawValue;
const reader = (kind: string, spec: Properties = {}, more: Properties = {}, claimName = "weights") =>
  object(
    kind,
    "reader",
    { template: { spec: { containers: [], volumes: [{ name: "w", persistentVolumeClaim: { claimName } }] } }, ...spec },
    more,
  );
const cacheRoot = [{ name: "APHRODITE_CACHE_ROOT", value: "/cache/aphrodite" }];

/** Claims that pods share. */
export const storageCases: Record<string, Cases> = {
  "no-shared-single-node-claim": {
    pass: [
      { what: "a claim of many nodes", resources: [engine(mounts()), claim("ReadWriteMany")] },
      {
        what: "claims of their own",
        resources: [
          engine({
            spec: {
              volumeClaimTemplates: [{ metadata: { name: "weights" }, spec: { accessModes: ["ReadWriteOnce"] } }],
            },
          }),
        ],
      },
      {
        what: "a Job that fetches weights, and what has no pods or is elsewhere",
        resources: [
          engine({ ...mounts(), ...one }),
          reader("Job"),
          reader("Deployment", { replicas: 0 }),
          reader("StatefulSet", {}, { metadata: { namespace: "other" } }),
          claim("ReadWriteOnce"),
        ],
      },
      {
        what: "two StatefulSets, each with its own",
        resources: [
          engine({ ...mounts(), ...one }),
          reader("StatefulSet", {}, {}, "others"),
          claim("ReadWriteOnce"),
          claim("ReadWriteOnce", "others"),
        ],
      },
      {
        what: "one pod that is recreated",
        resources: [
          engine({ ...mounts(), kind: "Deployment", spec: { replicas: 1, strategy: { type: "Recreate" } } }),
          claim("ReadWriteOnce"),
        ],
      },
    ],
    fail: [
      {
        what: "two replicas",
        resources: [engine(mounts()), claim("ReadWriteOnce")],
        says: '2 pods cannot share the claim "weights"',
      },
      {
        what: "two StatefulSets",
        resources: [
          engine({ ...mounts(), ...one }),
          engine({ ...mounts(), ...one, name: "other" }),
          claim("ReadWriteOnce"),
        ],
        says: 'the claim "weights", which is ReadWriteOnce, is mounted by StatefulSet qwen and StatefulSet other',
      },
      {
        what: "a StatefulSet, and a Deployment that is no engine",
        resources: [engine({ ...mounts(), ...one }), reader("Deployment"), claim("ReadWriteOnce")],
        says: "is mounted by StatefulSet qwen and Deployment reader",
      },
      {
        what: "a group's leader and its worker",
        resources: [
          object("LeaderWorkerSet", "qwen", {
            replicas: 1,
            leaderWorkerTemplate: { size: 2, leaderTemplate: mounting, workerTemplate: mounting },
          }),
          claim("ReadWriteOnce"),
        ],
        says: "is mounted by LeaderWorkerSet qwen (leader) and LeaderWorkerSet qwen (workers)",
      },
      {
        what: "a blue and a green pod of a Rollout",
        resources: [
          engine({ ...mounts(), kind: "Rollout", spec: { replicas: 1, strategy: { blueGreen: {} } } }),
          claim("ReadWriteOnce"),
        ],
        says: "an update starts the new pod before the old one has left",
      },
      {
        what: "one pod of a Deployment",
        resources: [engine({ ...mounts(), kind: "Deployment", spec: { replicas: 1 } }), claim("ReadWriteOnce")],
        says: "Use strategy Recreate",
      },
    ],
    open: [
      { what: "a claim of another stack", resources: [engine(mounts())], says: "is not part of this stack" },
      {
        what: "a mode that comes later",
        resources: [engine(mounts()), object("PersistentVolumeClaim", "weights", { accessModes: unknownValue })],
        says: "spec.accessModes",
      },
    ],
  },
  "one-writer-compile-cache": {
    pass: [
      {
        what: "a folder for each pod",
        resources: [engine({ ...mounts({ subPathExpr: "$(POD_NAME)" }), env: cacheRoot }), claim("ReadWriteMany")],
      },
      {
        what: "a folder that is named after each pod",
        resources: [
          engine({
            ...mounts(),
            env: [
              { name: "POD", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
              { name: "APHRODITE_CACHE_ROOT", value: "/cache/$(POD)" },
            ],
          }),
          claim("ReadWriteMany"),
        ],
      },
      {
        what: "read-only weights",
        resources: [engine({ ...mounts({ readOnly: true }), env: cacheRoot }), claim("ReadWriteMany")],
      },
    ],
    fail: [
      {
        what: "one folder",
        resources: [engine({ ...mounts(), env: cacheRoot }), claim("ReadWriteMany")],
        says: "spoil each other's files",
      },
    ],
  },
};
