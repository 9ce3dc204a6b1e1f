import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import { type GroupPlan, graceSecondsOf, type RankPlan } from "@sonar-iac/topology";
import { hash } from "../../kube";
import { type EnginePodInputs, enginePod } from "../pod";
import { podTemplate, retention, type SetMetadata } from "../template";
import { exclusiveTopologyAnnotation } from "./labels";

/** Engines of several pods each: groups that are replaced one at a time, and in which all pods start anew when one is lost. */
export function engineGroups(
  name: string,
  inputs: EnginePodInputs,
  group: GroupPlan,
  metadata: SetMetadata,
  opts: pulumi.CustomResourceOptions,
): k8s.apiextensions.CustomResource {
  const { plan, pool, groups: scheduling = {} } = inputs;
  const [leader, worker] = pool.ranks as [RankPlan, RankPlan];
  const first = enginePod(inputs, leader);
  const { createSeconds, updateSeconds } = plan.timings.await;
  return new k8s.apiextensions.CustomResource(
    name,
    {
      apiVersion: "leaderworkerset.x-k8s.io/v1",
      kind: "LeaderWorkerSet",
      metadata: {
        ...metadata,
        name: setName(name, group, first.claims),
        annotations: {
          "pulumi.com/waitFor": rolledOut(pool.replicas),
          ...(scheduling.exclusiveTopology !== undefined && {
            [exclusiveTopologyAnnotation]: scheduling.exclusiveTopology,
          }),
        },
      },
      spec: {
        replicas: pool.replicas,
        // the first pod becomes ready only with the others
        startupPolicy: "LeaderCreated",
        rolloutStrategy: {
          type: "RollingUpdate",
          rollingUpdateConfiguration: { maxUnavailable: 1, maxSurge: 0 },
        },
        leaderWorkerTemplate: {
          size: group.size,
          restartPolicy: "RecreateGroupOnPodRestart",
          leaderTemplate: podTemplate(inputs, metadata, first.spec),
          workerTemplate: podTemplate(inputs, metadata, enginePod(inputs, worker).spec),
          ...(first.claims.length > 0 && {
            volumeClaimTemplates: first.claims,
            persistentVolumeClaimRetentionPolicy: { whenDeleted: retention(inputs), whenScaled: "Retain" },
          }),
        },
      },
    },
    {
      ...opts,
      customTimeouts: {
        create: `${createSeconds}s`,
        update: `${updateSeconds}s`,
        delete: `${graceSecondsOf(plan.timings, pool.role) + 120}s`,
      },
    },
  );
}

/**
 * Another layout is another set, which is there before the old one goes: pods of both in one group would wait for each other. So are other claims, which
 * the set's StatefulSets could never take over.
 */
function setName(name: string, { layout }: GroupPlan, claims: object[]): pulumi.Output<string> {
  const its = pulumi
    .output(claims)
    .apply((known) => (known.length > 0 ? `-${hash(JSON.stringify(known)).slice(0, 4)}` : ""));
  return pulumi.interpolate`${name}-${layout}${its}`;
}

/**
 * What `pulumi up` waits for, always: a set of another layout takes the place of the old one when this is so. The provider compares the generation that
 * the controller has observed, so that a condition from before an update does not count.
 */
const rolledOut = (replicas: number) =>
  JSON.stringify(["condition=Available", `jsonpath={.status.updatedReplicas}=${replicas}`]);
