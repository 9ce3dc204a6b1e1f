import * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import { graceSecondsOf, type RankPlan } from "@sonar-iac/topology";
import { type EnginePodInputs, enginePod } from "./pod";
import { podTemplate, retention, type SetMetadata } from "./template";

/** The engines: pods with names, replaced one at a time. */
export function engineSet(
  name: string,
  inputs: EnginePodInputs,
  { metadata, serviceName }: { metadata: SetMetadata; serviceName: pulumi.Input<string> },
  opts: pulumi.CustomResourceOptions,
) {
  const { plan, pool, selector } = inputs;
  const { spec, claims } = enginePod(inputs, pool.ranks[0] as RankPlan);
  const { createSeconds, updateSeconds } = plan.timings.await;
  return new k8s.apps.v1.StatefulSet(
    name,
    {
      metadata,
      spec: {
        replicas: pool.replicas,
        serviceName,
        selector: { matchLabels: selector },
        // scaling starts all at once; updates still go one pod after the other
        podManagementPolicy: "Parallel",
        updateStrategy: { type: "RollingUpdate" },
        // the gateway has found the new engine before the next one stops
        minReadySeconds: 10,
        revisionHistoryLimit: 3,
        ...(claims.length > 0 && {
          volumeClaimTemplates: claims,
          persistentVolumeClaimRetentionPolicy: { whenDeleted: retention(inputs), whenScaled: "Retain" },
        }),
        template: podTemplate(inputs, metadata, spec),
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
