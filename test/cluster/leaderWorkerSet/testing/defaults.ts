/** What the API server fills in, by the last names of a field's path: the recorded objects have it, those that are sent do not. */
const filledIn: Record<string, unknown> = {
  "persistentVolumeClaimRetentionPolicy|whenDeleted": "Retain",
  "persistentVolumeClaimRetentionPolicy|whenScaled": "Retain",
  "spec|revisionHistoryLimit": 10,
  "updateStrategy|type": "RollingUpdate",
  "rollingUpdate|partition": 0,
  "fieldRef|apiVersion": "v1",
  "hostPath|type": "",
  "httpGet|scheme": "HTTP",
  "readinessProbe|failureThreshold": 3,
  "readinessProbe|successThreshold": 1,
  "readinessProbe|timeoutSeconds": 1,
  "0|resources": "empty",
  "0|terminationMessagePath": "/dev/termination-log",
  "0|terminationMessagePolicy": "File",
  "spec|dnsPolicy": "ClusterFirst",
  "spec|restartPolicy": "Always",
  "spec|schedulerName": "default-scheduler",
  "spec|securityContext": "empty",
  "spec|preemptionPolicy": "PreemptLowerPriority",
  "spec|priority": 0,
  "spec|serviceAccount": "default",
  "spec|serviceAccountName": "default",
  "clusterIPs|0": "None",
  "spec|internalTrafficPolicy": "Cluster",
  "ipFamilies|0": "IPv4",
  "spec|ipFamilyPolicy": "SingleStack",
  "spec|sessionAffinity": "None",
  "spec|type": "ClusterIP",
};

/** A difference in a field that the server fills in, with the value that it fills in. */
export function isFilledIn(difference: string): boolean {
  const [path = "", values] = difference.split(": ");
  const last = path.split("|").slice(-2).join("|");
  return last in filledIn && values === `undefined, ${filledIn[last]}`;
}
