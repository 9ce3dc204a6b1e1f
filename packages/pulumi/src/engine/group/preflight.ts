import type * as k8s from "@pulumi/kubernetes";
import { type GroupPlan, paths, type RankPlan } from "@sonar-iac/topology";
import { hasAdapters } from "../devices";
import type { EnginePodInputs } from "../pod";
import { placementOf } from "../scheduling";
import { supervisorWords } from "./command";

type Container = k8s.types.input.core.v1.Container;

/** Looks at node and network before the engine of a rank starts, with the engine's own environment, GPUs and memory. */
export function preflightContainer(
  inputs: EnginePodInputs,
  rank: RankPlan,
  group: GroupPlan,
  engine: Container,
): Container {
  const { image, env, resources, securityContext, volumeMounts } = engine;
  const options = {
    gpus: rank.gpus,
    "shm-gib": rank.resources.sharedMemoryGiB,
    // the first pod has a name once it is on a node
    "wait-seconds": group.times.gatherSeconds,
  };
  return {
    name: "preflight",
    // the pod's status then says which check failed
    terminationMessagePolicy: "FallbackToLogsOnError",
    image,
    command: ["python3", `${paths.scripts}/preflight.py`],
    args: [
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
      ...(hasAdapters(placementOf(inputs, rank).devices) ? ["--rdma"] : []),
      "--",
      ...supervisorWords(inputs, rank, group),
    ],
    env,
    resources,
    securityContext,
    volumeMounts,
  };
}
