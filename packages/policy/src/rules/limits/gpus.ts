import { gpuResources } from "../../engine";
import { containersOf, type PodView, podsOf, replicasOf } from "../../kubernetes";
import { type Fields, kindOf, namespaceOf, objectName, type ResourceView } from "../../view";

/** GPUs that a pod asks for, sidecars included. */
function gpusOfPod(pod: PodView): number {
  return containersOf(pod).reduce((sum, container) => {
    const resources = container.at("resources");
    return sum + (gpuResources(resources.at("limits")) || gpuResources(resources.at("requests")));
  }, 0);
}

/** Resources that make pods. */
export const withPods = (resources: readonly ResourceView[]) => resources.filter((one) => podsOf(one).length > 0);

/** GPUs that a workload takes at most: with as many replicas as an autoscaler may give it. */
export function mostGpus(resource: ResourceView, all: readonly ResourceView[]): number {
  const ceilings = all.filter((one) => scales(one, resource)).map((one) => ceilingOf(one));
  return podsOf(resource).reduce((sum, pod) => {
    const gpus = gpusOfPod(pod);
    // a workload without GPUs is not asked how often it runs
    if (gpus === 0) return sum;
    return sum + gpus * pod.podsPerReplica() * Math.max(replicasOf(pod), ...ceilings);
  }, 0);
}

/** Whether an autoscaler sets the replicas of a workload. */
function scales(scaler: ResourceView, workload: ResourceView): boolean {
  const target = targetOf(scaler);
  if (target === undefined) return false;
  const same = namespaceOf(scaler) === namespaceOf(workload);
  return (
    same &&
    (target.at("kind").text() ?? "Deployment") === kindOf(workload) &&
    target.at("name").text() === objectName(workload)
  );
}

function targetOf(scaler: ResourceView): Fields | undefined {
  const kind = kindOf(scaler);
  return kind === "HorizontalPodAutoscaler" || kind === "ScaledObject"
    ? scaler.fields.at("spec", "scaleTargetRef")
    : undefined;
}

function ceilingOf({ fields }: ResourceView): number {
  // KEDA's own ceiling is 100
  return fields.at("spec", "maxReplicas").number() ?? fields.at("spec", "maxReplicaCount").number() ?? 100;
}
