import type { types } from "@pulumi/kubernetes";
import { child } from "../path";
import type { Pod } from "../pods";
import { countOrPercent, dnsLabel } from "../syntax";
import type { Manifest, Of } from "../types";
import { at, type Problems } from "./problems";

type Workload = types.output.apps.v1.DeploymentSpec;

const FIELDS = ["replicas", "minReadySeconds", "revisionHistoryLimit"] as const;

/** Pods of Deployments, StatefulSets and DaemonSets are restarted always; counts are not negative. */
export function* restartAlways({ kind, spec }: Of<Workload>): Problems {
  const policy = spec?.template?.spec?.restartPolicy ?? "Always";
  if (policy !== "Always") yield `spec.template.spec.restartPolicy: must be Always in a ${kind}, is ${policy}`;
  if (spec?.template?.spec?.activeDeadlineSeconds !== undefined) {
    yield `spec.template.spec.activeDeadlineSeconds: must not be set in a ${kind}`;
  }
  for (const field of FIELDS) if ((spec?.[field] ?? 0) < 0) yield `spec.${field}: must not be negative`;
}

const MAKES_PODS = new Set(["CronJob", "DaemonSet", "Deployment", "Job", "Pod", "StatefulSet"]);

/** What makes pods has one in it: OpenAPI lets a whole specification be left out. */
export function* hasPod({ kind }: Manifest, pods: Pod[]): Problems {
  if (MAKES_PODS.has(kind) && pods.length === 0) yield `spec: a ${kind} needs a pod with containers`;
}

/** Zero in whole or in percent. */
const isNone = (value: number | string) => Number.parseInt(String(value), 10) === 0;
const above = (value: number | string) => typeof value === "string" && Number.parseInt(value, 10) > 100;

/** A rolling update of a Deployment can go on: it may add a pod, or take one away. */
export function* deploymentRollout({ spec }: Of<Workload>): Problems {
  const { type = "RollingUpdate", rollingUpdate } = spec?.strategy ?? {};
  const path = "spec.strategy.rollingUpdate";
  if (type === "Recreate" && rollingUpdate !== undefined) yield `${path}: must not be set with the strategy Recreate`;
  const { maxSurge = "25%", maxUnavailable = "25%" } = rollingUpdate ?? {};
  yield* at(`${path}.maxSurge`, countOrPercent(maxSurge));
  yield* at(`${path}.maxUnavailable`, countOrPercent(maxUnavailable));
  if (above(maxUnavailable)) yield `${path}.maxUnavailable: must not be above 100%`;
  if (isNone(maxSurge) && isNone(maxUnavailable)) yield `${path}: maxSurge and maxUnavailable must not both be 0`;
  const { progressDeadlineSeconds = 600, minReadySeconds = 0 } = spec ?? {};
  if (progressDeadlineSeconds <= minReadySeconds) {
    yield `spec.progressDeadlineSeconds: ${progressDeadlineSeconds} must be above minReadySeconds, which is ${minReadySeconds}`;
  }
}

/** A StatefulSet's Service can be one, and its update strategy fits its type. */
export function* statefulSet({ spec }: Of<types.output.apps.v1.StatefulSetSpec>): Problems {
  if (spec?.serviceName) yield* at("spec.serviceName", dnsLabel(spec.serviceName));
  const { type = "RollingUpdate", rollingUpdate } = spec?.updateStrategy ?? {};
  const path = "spec.updateStrategy.rollingUpdate";
  if (type === "OnDelete" && rollingUpdate !== undefined) yield `${path}: must not be set with OnDelete`;
  if ((rollingUpdate?.partition ?? 0) < 0) yield `${path}.partition: must not be negative`;
  const maxUnavailable = rollingUpdate?.maxUnavailable;
  if (maxUnavailable === undefined) return;
  yield* at(`${path}.maxUnavailable`, countOrPercent(maxUnavailable));
  if (isNone(maxUnavailable)) yield `${path}.maxUnavailable: must not be 0`;
}

type JobSpec = types.output.batch.v1.JobSpec;

function* job(path: string, spec: Of<JobSpec>["spec"]): Problems {
  const policy = spec?.template?.spec?.restartPolicy;
  if (policy !== "Never" && policy !== "OnFailure") {
    yield `${path}.template.spec.restartPolicy: must be Never or OnFailure in a Job, is ${policy ?? "Always by default"}`;
  }
  for (const field of [
    "backoffLimit",
    "completions",
    "parallelism",
    "activeDeadlineSeconds",
    "ttlSecondsAfterFinished",
  ] as const) {
    if ((spec?.[field] ?? 0) < 0) yield `${path}.${field}: must not be negative`;
  }
  // the server defaults the two together
  if (spec?.completionMode === "Indexed" && spec.completions === undefined && spec.parallelism !== undefined) {
    yield `${path}.completions: is required with completionMode: Indexed`;
  }
  if (spec?.selector !== undefined && spec.manualSelector !== true) {
    yield `${path}.selector: is made by the server; leave it out, or set manualSelector: true`;
  }
}

/** A Job's pods end; see the restart policy. */
export function* jobRestart({ spec }: Of<JobSpec>): Problems {
  yield* job("spec", spec);
}

/** The same for the Jobs of a CronJob; and its schedule has five fields or is a name. */
export function* cronJob({ spec }: Of<types.output.batch.v1.CronJobSpec>): Problems {
  const { schedule = "" } = spec ?? {};
  const named = /^@(yearly|annually|monthly|weekly|daily|midnight|hourly|every \S+)$/.test(schedule);
  if (!named && schedule.trim().split(/\s+/).length !== 5) {
    yield `spec.schedule: ${JSON.stringify(schedule)} must have five fields, such as "0 3 * * *", or be a name such as @daily`;
  }
  yield* job("spec.jobTemplate.spec", spec?.jobTemplate?.spec);
}

/** An autoscaler's bounds are a range from 1 on. (To zero it goes only with a feature gate.) */
export function* autoscaler({ spec }: Of<types.output.autoscaling.v2.HorizontalPodAutoscalerSpec>): Problems {
  const { minReplicas = 1, maxReplicas = 0 } = spec ?? {};
  if (minReplicas < 1) yield "spec.minReplicas: must be at least 1";
  if (maxReplicas < Math.max(minReplicas, 1))
    yield `spec.maxReplicas: must be at least minReplicas, which is ${minReplicas}`;
}

/** A PodDisruptionBudget allows either so many gone or so many left. */
export function* disruptionBudget({ spec }: Of<types.output.policy.v1.PodDisruptionBudgetSpec>): Problems {
  const bounds = ["maxUnavailable", "minAvailable"] as const;
  const set = bounds.filter((field) => spec?.[field] !== undefined);
  // the server takes none of them too, and the budget then does nothing
  if (set.length !== 1) yield `spec: must have exactly one of ${bounds.join(", ")}; has ${set.join(" and ") || "none"}`;
  for (const field of set) {
    const value = spec?.[field] ?? 0;
    yield* at(child("spec", field), countOrPercent(value));
    if (above(value)) yield `spec.${field}: must not be above 100%`;
  }
}
