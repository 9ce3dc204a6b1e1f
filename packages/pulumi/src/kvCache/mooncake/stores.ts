import * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import { kvCachePodAddress, type MooncakeStoresPlan } from "@sonar-iac/topology";
import { engineUser } from "../../caches/fetch";
import { deviceParts } from "../../engine/devices";
import { apart, filledWord, lostNode, type Values, variableOf } from "../../kube";
import type { MooncakeArgs } from "../backends";
import { awaitPods, healthProbes, type ServerSite, serverContainer, serverPod } from "../server";

const ssdVolume = "ssd";

/** The pods that hold entries: one after the other in an update, so that the others' entries stay. */
export function mooncakeStores(
  site: ServerSite,
  plan: MooncakeStoresPlan,
  values: Values,
  opts: pulumi.CustomResourceOptions,
): k8s.apps.v1.StatefulSet {
  const { name, metadata, selector, podLabels, args } = site;
  const container = storeContainer(site, plan, values);
  return new k8s.apps.v1.StatefulSet(
    name,
    {
      metadata,
      spec: {
        replicas: plan.replicas,
        serviceName: name,
        selector: { matchLabels: selector },
        podManagementPolicy: "Parallel",
        updateStrategy: { type: "RollingUpdate" },
        minReadySeconds: 10,
        revisionHistoryLimit: 3,
        ...(plan.ssd && {
          volumeClaimTemplates: [ssdClaim(plan.ssd.sizeGiB, (args.backend as MooncakeArgs).storageClass)],
          persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete", whenScaled: "Delete" },
        }),
        template: {
          metadata: { labels: podLabels },
          spec: serverPod(
            site,
            container,
            { topologySpreadConstraints: apart(selector), tolerations: lostNode },
            args.overrides?.stores,
          ),
        },
      },
    },
    { ...opts, customTimeouts: awaitPods },
  );
}

function storeContainer(
  { args: { image, runAsUser = engineUser } }: ServerSite,
  plan: MooncakeStoresPlan,
  values: Values,
): k8s.types.input.core.v1.Container {
  const [program = "", ...words] = plan.argv;
  const devices = deviceParts(plan.rdmaDevices, runAsUser);
  const base = serverContainer("store", image as pulumi.Input<string>, plan.resources);
  const { requests, limits } = base.resources as { requests: object; limits: object };
  return {
    ...base,
    command: [program],
    args: words.map((word) => filledWord(word, values, [kvCachePodAddress])),
    env: [
      { name: variableOf(kvCachePodAddress), valueFrom: { fieldRef: { fieldPath: "status.podIP" } } },
      ...Object.entries({ ...devices.env, ...plan.env }).map(([key, value]) => ({
        name: key,
        value: filledWord(value, values),
      })),
    ],
    ports: Object.entries(plan.ports).map(([port, containerPort]) => ({ name: port, containerPort })),
    resources: { requests: { ...requests, ...devices.resources }, limits: { ...limits, ...devices.resources } },
    securityContext: {
      ...base.securityContext,
      capabilities: { drop: ["ALL"], ...devices.capabilities },
    },
    // it waits for the master for up to 91 s, and answers once its memory is registered and its second tier read
    ...healthProbes({ httpGet: { path: plan.healthPath, port: "http" } }, 900),
    volumeMounts: plan.ssd ? [{ name: ssdVolume, mountPath: plan.ssd.mountPath }] : [],
  };
}

const ssdClaim = (sizeGiB: number, storageClassName: pulumi.Input<string> | undefined) => ({
  metadata: { name: ssdVolume },
  spec: {
    accessModes: ["ReadWriteOnce"],
    ...(storageClassName !== undefined && { storageClassName }),
    resources: { requests: { storage: `${sizeGiB}Gi` } },
  },
});

/** Gives store nodes their names. */
export const storesService = (
  { name, metadata, selector, opts }: ServerSite,
  { ports }: MooncakeStoresPlan,
): k8s.core.v1.Service =>
  new k8s.core.v1.Service(
    name,
    {
      metadata: { ...metadata, annotations: { "pulumi.com/skipAwait": "true" } },
      spec: {
        clusterIP: "None",
        selector,
        ports: Object.entries(ports).map(([port, number]) => ({ name: port, port: number, targetPort: port })),
      },
    },
    opts,
  );
