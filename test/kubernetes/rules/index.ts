import type { Kind } from "../builtin";
import type { Pod } from "../pods";
import type { Manifest } from "../types";
import { containerNames, containerPorts, initContainers } from "./containers";
import { dataKeys, dataSize, secretType } from "./data";
import { envFrom, envNames, envReferences, envSources } from "./env";
import { labelSelectors, labels } from "./labels";
import { lifecycleHandlers, sleepWithinGrace } from "./lifecycle";
import { cronJobName, jobName, namespace, objectName, statefulSetName } from "./names";
import { ingress, networkPolicy } from "./network";
import { probeHandlers, probePorts, probeTimes } from "./probes";
import type { Problems } from "./problems";
import { roleBinding, roleRules } from "./rbac";
import { extendedResources, requestsWithinLimits, resourceNames } from "./resources";
import { nodeSelector, podAffinity, tolerations, topologySpread } from "./scheduling";
import { selectorMatchesTemplate } from "./selectors";
import { serviceExposure, servicePorts, serviceSelector, serviceType } from "./service";
import { persistentVolume, volumeClaim, volumeClaimTemplates } from "./storage";
import { mountPaths, volumeMounts, volumeSources, volumes } from "./volumes";
import {
  autoscaler,
  cronJob,
  deploymentRollout,
  disruptionBudget,
  hasPod,
  jobRestart,
  restartAlways,
  statefulSet,
} from "./workloads";

/** Rules of every pod, whatever makes it. */
const POD_RULES: ((pod: Pod) => Problems)[] = [
  containerNames,
  containerPorts,
  initContainers,
  probeHandlers,
  probeTimes,
  probePorts,
  lifecycleHandlers,
  sleepWithinGrace,
  volumes,
  volumeSources,
  volumeMounts,
  mountPaths,
  envNames,
  envSources,
  envReferences,
  envFrom,
  resourceNames,
  requestsWithinLimits,
  extendedResources,
  nodeSelector,
  tolerations,
  topologySpread,
  podAffinity,
];

/** A rule of one kind; the schema has made sure that the manifest is of the type that the rule takes. */
type KindRule = (manifest: never) => Problems;

const KIND_RULES: Record<string, KindRule[]> = {
  ClusterRole: [roleRules],
  ClusterRoleBinding: [roleBinding],
  ConfigMap: [dataKeys, dataSize],
  CronJob: [cronJobName, cronJob],
  DaemonSet: [selectorMatchesTemplate, restartAlways],
  Deployment: [selectorMatchesTemplate, restartAlways, deploymentRollout],
  HorizontalPodAutoscaler: [autoscaler],
  Ingress: [ingress],
  Job: [jobName, jobRestart],
  LeaderWorkerSet: [statefulSetName],
  NetworkPolicy: [networkPolicy],
  PersistentVolume: [persistentVolume],
  PersistentVolumeClaim: [volumeClaim],
  PodDisruptionBudget: [disruptionBudget],
  Role: [roleRules],
  RoleBinding: [roleBinding],
  Secret: [dataKeys, dataSize, secretType],
  Service: [servicePorts, serviceType, serviceExposure, serviceSelector],
  StatefulSet: [selectorMatchesTemplate, restartAlways, statefulSet, statefulSetName, volumeClaimTemplates],
};

/** Problems of a manifest whose schema is in order, by the rules that a schema cannot say. */
export function* rulesFor(kind: Kind, checked: Record<string, unknown>, pods: Pod[]): Problems {
  const manifest: Manifest & Record<string, unknown> = { ...checked, apiVersion: kind.apiVersion, kind: kind.kind };
  yield* objectName(manifest);
  yield* namespace(manifest, kind);
  yield* hasPod(manifest, pods);
  yield* labels(manifest, pods);
  if (!kind.custom) yield* labelSelectors(checked);
  for (const rule of KIND_RULES[kind.kind] ?? []) yield* rule(manifest as never);
  for (const pod of pods) for (const rule of POD_RULES) yield* rule(pod);
}
