import * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import { type ModelPlan, paths, type WeightsPlan } from "@sonar-iac/topology";
import { containerSecurity, literal, podSecurity } from "../kube";
import { type Platform, pullSecrets } from "../platform";
import type { SecretReference } from "./args";

/** User of the engine and of whoever fills its caches. */
export const engineUser = 1000;

/** The container that fills a cache, in a Job or before an engine; it alone has the hub's token. */
export function fetchContainer(args: {
  model: ModelPlan;
  plan: WeightsPlan;
  image: pulumi.Input<string>;
  huggingFaceToken?: SecretReference;
}): k8s.types.input.core.v1.Container {
  const { model, plan, image, huggingFaceToken: token } = args;
  return {
    name: "fetch",
    image,
    command: ["python3", `${paths.scripts}/fetch.py`],
    args: [model.source, model.revision ?? "main", plan.fetchId].map(literal),
    env: [
      { name: "HF_HOME", value: paths.models },
      { name: "HOME", value: "/tmp" },
      ...(token
        ? [{ name: "HF_TOKEN", valueFrom: { secretKeyRef: { name: token.secretName, key: token.key ?? "token" } } }]
        : []),
    ],
    resources: { requests: { cpu: "1", memory: "2Gi" }, limits: { memory: "8Gi" } },
    securityContext: containerSecurity,
    volumeMounts: [
      { name: "weights", mountPath: paths.models },
      { name: "scripts", mountPath: paths.scripts, readOnly: true },
    ],
  };
}

/** Gives the root of a new file system to the engines' user, which no field of the pod does for a volume of many nodes. */
const takeOver = (image: pulumi.Input<string>): k8s.types.input.core.v1.Container => ({
  name: "own",
  image,
  command: ["python3", "-c", `import os; os.chown("${paths.models}", ${engineUser}, ${engineUser})`],
  resources: { requests: { cpu: "100m", memory: "64Mi" }, limits: { memory: "256Mi" } },
  securityContext: {
    ...containerSecurity,
    capabilities: { drop: ["ALL"], add: ["CHOWN"] },
    runAsUser: 0,
    runAsNonRoot: false,
  },
  volumeMounts: [{ name: "weights", mountPath: paths.models }],
});

/** Fills a shared claim once for each model revision. */
export function fetchJob(
  name: string,
  args: {
    platform: Platform;
    plan: WeightsPlan;
    model: ModelPlan;
    image: pulumi.Input<string>;
    huggingFaceToken?: SecretReference;
    labels: Record<string, string>;
    claimName: pulumi.Input<string>;
    scripts: pulumi.Input<string>;
    /** The root of the volume belongs to root, and is taken over. @default false */
    takeOver?: boolean;
  },
  opts: pulumi.CustomResourceOptions,
): k8s.batch.v1.Job {
  const { plan, platform, labels } = args;
  const timeout = `${plan.fetchSeconds}s`;
  return new k8s.batch.v1.Job(
    name,
    {
      // named by Pulumi: a Job cannot be changed, so a new one is made before the old one goes; the mark on the volume keeps it short
      metadata: { namespace: platform.namespace, labels, annotations: { "sonar/fetch": plan.fetchId } },
      spec: {
        backoffLimit: 4,
        activeDeadlineSeconds: plan.fetchSeconds,
        template: {
          metadata: { labels },
          spec: {
            restartPolicy: "Never",
            automountServiceAccountToken: false,
            enableServiceLinks: false,
            securityContext: podSecurity(engineUser),
            ...pullSecrets(platform),
            ...(args.takeOver && { initContainers: [takeOver(args.image)] }),
            containers: [fetchContainer(args)],
            volumes: [
              { name: "weights", persistentVolumeClaim: { claimName: args.claimName } },
              { name: "scripts", configMap: { name: args.scripts } },
            ],
          },
        },
      },
    },
    { ...opts, customTimeouts: { create: timeout, update: timeout } },
  );
}
