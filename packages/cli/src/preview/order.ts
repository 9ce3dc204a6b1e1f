/** Kinds in the order in which objects need each other; what is not listed, custom resources for instance, comes before workloads. */
const ORDER = [
  "Namespace",
  "CustomResourceDefinition",
  "PriorityClass",
  "StorageClass",
  "RuntimeClass",
  "IngressClass",
  "ResourceQuota",
  "LimitRange",
  "ServiceAccount",
  "ClusterRole",
  "ClusterRoleBinding",
  "Role",
  "RoleBinding",
  "NetworkPolicy",
  "Secret",
  "ConfigMap",
  "PersistentVolume",
  "PersistentVolumeClaim",
  "Service",
  "",
  "PodDisruptionBudget",
  "Job",
  "CronJob",
  "DaemonSet",
  "Deployment",
  "StatefulSet",
  "Pod",
  "HorizontalPodAutoscaler",
  "Ingress",
];

/** Place of a kind in the order of creation. */
export function rank(kind: string): number {
  const place = ORDER.indexOf(kind);
  return place === -1 ? ORDER.indexOf("") : place;
}
