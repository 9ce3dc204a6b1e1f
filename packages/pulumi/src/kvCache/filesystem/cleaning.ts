import * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import type { CleaningPlan } from "@sonar-iac/topology";
import { literal } from "../../kube";
import { type ServerSite, serverContainer, serverPod } from "../server";
import { cleanScript } from "./cleanScript";

/** Python is all that it takes. */
const defaultImage = "docker.io/library/python:3.13-slim";

const scripts = "/etc/sonar";

/** Keeps a claim below its size: a Job for each run, never two at once. */
export function cleaningJob(
  site: ServerSite,
  plan: CleaningPlan,
  { claimName, mountPath, folder }: { claimName: pulumi.Input<string>; mountPath: string; folder: string },
): k8s.batch.v1.CronJob {
  const { name, metadata, podLabels, args, opts } = site;
  const { namespace, labels } = metadata;
  // named by Pulumi: it is replaced when the script changes
  const script = new k8s.core.v1.ConfigMap(
    `${name}-scripts`,
    { metadata: { namespace, labels }, data: { "clean.py": cleanScript } },
    opts,
  );
  const container = {
    ...serverContainer("clean", args.image ?? defaultImage, plan.resources),
    command: ["python3", `${scripts}/clean.py`],
    args: [folder, String(plan.keepHours), String(plan.maxGiB)].map(literal),
    volumeMounts: [
      { name: "kv-cache", mountPath },
      { name: "scripts", mountPath: scripts, readOnly: true },
    ],
  };
  const volumes = [
    { name: "kv-cache", persistentVolumeClaim: { claimName } },
    { name: "scripts", configMap: { name: script.metadata.name } },
  ];
  return new k8s.batch.v1.CronJob(
    name,
    {
      metadata,
      spec: {
        schedule: plan.schedule,
        concurrencyPolicy: "Forbid",
        startingDeadlineSeconds: 600,
        successfulJobsHistoryLimit: 1,
        failedJobsHistoryLimit: 2,
        jobTemplate: {
          spec: {
            backoffLimit: 1,
            // a run that hangs would keep all others from starting
            activeDeadlineSeconds: 6 * 3600,
            template: {
              metadata: { labels: podLabels },
              spec: serverPod(site, container, { restartPolicy: "Never", volumes }, args.overrides?.cleaning),
            },
          },
        },
      },
    },
    opts,
  );
}
