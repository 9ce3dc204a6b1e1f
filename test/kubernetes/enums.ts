const PROTOCOL = ["SCTP", "TCP", "UDP"];
const ACCESS_MODES = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];
const RETENTION = ["Delete", "Retain"];
const INCLUSION = ["Honor", "Ignore"];
const PREEMPTION = ["Never", "PreemptLowerPriority"];
const RESTART = ["Always", "Never", "OnFailure"];
const UPDATE = ["OnDelete", "RollingUpdate"];
const VOLUME_MODES = ["Block", "Filesystem"];
const PULL = ["Always", "IfNotPresent", "Never"];

/**
 * Values that the API server takes for fields that OpenAPI calls a plain string (or a list of them), by definition and
 * field. Source: the validation of Kubernetes 1.36.
 */
export const ENUMS: Record<string, Record<string, readonly string[]>> = {
  "apps.v1.DaemonSetUpdateStrategy": { type: UPDATE },
  "apps.v1.DeploymentStrategy": { type: ["Recreate", "RollingUpdate"] },
  "apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy": { whenDeleted: RETENTION, whenScaled: RETENTION },
  "apps.v1.StatefulSetSpec": { podManagementPolicy: ["OrderedReady", "Parallel"] },
  "apps.v1.StatefulSetUpdateStrategy": { type: UPDATE },
  "autoscaling.v2.HPAScalingPolicy": { type: ["Percent", "Pods"] },
  "autoscaling.v2.HPAScalingRules": { selectPolicy: ["Disabled", "Max", "Min"] },
  "autoscaling.v2.MetricSpec": { type: ["ContainerResource", "External", "Object", "Pods", "Resource"] },
  "autoscaling.v2.MetricTarget": { type: ["AverageValue", "Utilization", "Value"] },
  "batch.v1.CronJobSpec": { concurrencyPolicy: ["Allow", "Forbid", "Replace"] },
  "batch.v1.JobSpec": {
    completionMode: ["Indexed", "NonIndexed"],
    podReplacementPolicy: ["Failed", "TerminatingOrFailed"],
  },
  "core.v1.Container": {
    imagePullPolicy: PULL,
    restartPolicy: RESTART,
    terminationMessagePolicy: ["FallbackToLogsOnError", "File"],
  },
  "core.v1.ContainerPort": { protocol: PROTOCOL },
  "core.v1.HTTPGetAction": { scheme: ["HTTP", "HTTPS"] },
  "core.v1.ImageVolumeSource": { pullPolicy: PULL },
  "core.v1.NodeSelectorRequirement": { operator: ["DoesNotExist", "Exists", "Gt", "In", "Lt", "NotIn"] },
  "core.v1.PersistentVolumeClaimSpec": { accessModes: ACCESS_MODES, volumeMode: VOLUME_MODES },
  "core.v1.PersistentVolumeSpec": {
    accessModes: ACCESS_MODES,
    persistentVolumeReclaimPolicy: ["Delete", "Recycle", "Retain"],
    volumeMode: VOLUME_MODES,
  },
  "core.v1.PodSpec": {
    dnsPolicy: ["ClusterFirst", "ClusterFirstWithHostNet", "Default", "None"],
    preemptionPolicy: PREEMPTION,
    restartPolicy: RESTART,
  },
  "core.v1.SeccompProfile": { type: ["Localhost", "RuntimeDefault", "Unconfined"] },
  "core.v1.ServicePort": { protocol: PROTOCOL },
  "core.v1.ServiceSpec": {
    externalTrafficPolicy: ["Cluster", "Local"],
    internalTrafficPolicy: ["Cluster", "Local"],
    ipFamilies: ["IPv4", "IPv6"],
    ipFamilyPolicy: ["PreferDualStack", "RequireDualStack", "SingleStack"],
    sessionAffinity: ["ClientIP", "None"],
    trafficDistribution: ["PreferClose", "PreferSameNode", "PreferSameZone"],
    type: ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"],
  },
  "core.v1.Toleration": { effect: ["NoExecute", "NoSchedule", "PreferNoSchedule"], operator: ["Equal", "Exists"] },
  "core.v1.TopologySpreadConstraint": {
    nodeAffinityPolicy: INCLUSION,
    nodeTaintsPolicy: INCLUSION,
    whenUnsatisfiable: ["DoNotSchedule", "ScheduleAnyway"],
  },
  "discovery.v1.EndpointPort": { protocol: PROTOCOL },
  "discovery.v1.EndpointSlice": { addressType: ["FQDN", "IPv4", "IPv6"] },
  "meta.v1.LabelSelectorRequirement": { operator: ["DoesNotExist", "Exists", "In", "NotIn"] },
  "networking.v1.HTTPIngressPath": { pathType: ["Exact", "ImplementationSpecific", "Prefix"] },
  "networking.v1.NetworkPolicyPort": { protocol: PROTOCOL },
  "networking.v1.NetworkPolicySpec": { policyTypes: ["Egress", "Ingress"] },
  "policy.v1.PodDisruptionBudgetSpec": { unhealthyPodEvictionPolicy: ["AlwaysAllow", "IfHealthyBudget"] },
  "rbac.v1.Subject": { kind: ["Group", "ServiceAccount", "User"] },
  "scheduling.v1.PriorityClass": { preemptionPolicy: PREEMPTION },
  "storage.v1.StorageClass": {
    reclaimPolicy: RETENTION,
    volumeBindingMode: ["Immediate", "WaitForFirstConsumer"],
  },
};
