import * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import type { ValkeyPlan } from "@sonar-iac/topology";
import type { SecretReference } from "../../caches";
import { kvCacheLabel } from "../../engine";
import { ingressPolicy, lostNode } from "../../kube";
import type { LMCacheServerArgs } from "../backends";
import { awaitPods, healthProbes, type ServerSite, serverContainer, serverPod } from "../server";
import { paths, valkeyAsk, valkeyConfig, valkeyRun } from "./config";

/** LTS-like line with TLS and ACLs. By tag: a digest is the user's to choose. */
const defaultImage = "docker.io/valkey/valkey:8.1.4";

type ValkeyArgs = Extract<LMCacheServerArgs, { kind: "valkey" }>;

/** Valkey: one pod without a disk, whose entries go with it. A second one at the same time would hold other entries. */
export function valkeyServer(
  site: ServerSite,
  plan: ValkeyPlan,
  args: ValkeyArgs,
  password: Required<SecretReference>,
): pulumi.Resource[] {
  const { name, metadata, selector, podLabels, opts } = site;
  const { namespace, labels } = metadata;
  const config = new k8s.core.v1.ConfigMap(
    `${name}-config`,
    {
      metadata: { namespace, labels },
      data: { "valkey.conf": valkeyConfig(plan), "run.sh": valkeyRun, "ask.sh": valkeyAsk },
    },
    opts,
  );
  const service = new k8s.core.v1.Service(
    name,
    {
      metadata: { ...metadata, annotations: { "pulumi.com/skipAwait": "true" } },
      spec: { selector, ports: [{ name: "valkey", port: plan.port, targetPort: "valkey" }] },
    },
    opts,
  );
  if (site.args.platform.networkPolicy) {
    const members = { [kvCacheLabel]: podLabels[kvCacheLabel] as string };
    const from = [{ podSelector: { matchLabels: members } }];
    ingressPolicy(name, metadata, selector, [{ from, ports: [{ protocol: "TCP", port: plan.port }] }], opts);
  }
  const deployment = new k8s.apps.v1.Deployment(
    name,
    {
      metadata,
      spec: {
        replicas: 1,
        strategy: { type: "Recreate" },
        revisionHistoryLimit: 3,
        selector: { matchLabels: selector },
        template: {
          metadata: { labels: podLabels },
          spec: serverPod(
            site,
            valkeyContainer(plan, args, password),
            { tolerations: lostNode, volumes: volumesOf(config.metadata.name, args) },
            site.args.overrides?.server,
          ),
        },
      },
    },
    { ...opts, customTimeouts: awaitPods },
  );
  return [service, deployment];
}

function valkeyContainer(
  plan: ValkeyPlan,
  { image = defaultImage }: ValkeyArgs,
  { secretName, key }: Required<SecretReference>,
): k8s.types.input.core.v1.Container {
  const tls = plan.tls ? ["--tls", "--cacert", `${paths.tls}/ca.crt`, "--insecure"] : [];
  return {
    ...serverContainer("valkey", image, plan.resources),
    command: ["/bin/sh", `${paths.config}/run.sh`],
    env: [
      { name: "VALKEY_USER", value: plan.user },
      { name: "VALKEY_PASSWORD", valueFrom: { secretKeyRef: { name: secretName, key } } },
    ],
    ports: [{ name: "valkey", containerPort: plan.port }],
    ...healthProbes({
      exec: { command: ["/bin/sh", `${paths.config}/ask.sh`, "-p", String(plan.port), ...tls] },
    }),
    volumeMounts: [
      { name: "config", mountPath: paths.config, readOnly: true },
      { name: "run", mountPath: paths.users.slice(0, paths.users.lastIndexOf("/")) },
      ...(plan.tls ? [{ name: "tls", mountPath: paths.tls, readOnly: true }] : []),
    ],
  };
}

const volumesOf = (config: pulumi.Output<string>, { tlsSecretName }: ValkeyArgs) => [
  { name: "config", configMap: { name: config } },
  { name: "run", emptyDir: { medium: "Memory", sizeLimit: "1Mi" } },
  ...(tlsSecretName === undefined ? [] : [{ name: "tls", secret: { secretName: tlsSecretName } }]),
];
