import * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import type { MooncakePlan } from "@sonar-iac/topology";
import { filledWord, lostNode } from "../../kube";
import { awaitPods, healthProbes, type ServerSite, serverContainer, serverPod } from "../server";

/**
 * The master, which knows where entries are, and the metadata of whoever moves them. There is never a second one: it would know other entries. So a
 * Deployment that ends the old pod first; a StatefulSet would wait for a lost node, for ever, before it starts another. With the pod its knowledge goes:
 * entries from before are lost, and store nodes and engines register anew.
 */
export function mooncakeMaster(site: ServerSite, { master }: MooncakePlan): k8s.apps.v1.Deployment {
  const { name, metadata, selector, podLabels, args, opts } = site;
  const [program = "", ...words] = master.argv;
  const container = {
    ...serverContainer("master", args.image as pulumi.Input<string>, master.resources),
    command: [program],
    args: words.map((word) => filledWord(word)),
    ports: Object.entries(master.ports).map(([port, containerPort]) => ({ name: port, containerPort })),
    ...healthProbes({ httpGet: { path: master.healthPath, port: "metrics" } }),
  };
  return new k8s.apps.v1.Deployment(
    name,
    {
      metadata,
      spec: {
        replicas: master.replicas,
        strategy: { type: "Recreate" },
        revisionHistoryLimit: 3,
        selector: { matchLabels: selector },
        template: {
          metadata: { labels: podLabels },
          spec: serverPod(site, container, { tolerations: lostNode }, args.overrides?.master),
        },
      },
    },
    { ...opts, customTimeouts: awaitPods },
  );
}

/**
 * The master's name and address, which stay when its pod does not: clients look the name up once. Without a ready pod behind it a connection is refused,
 * and an engine goes on after seconds; packets to the address of a pod that is gone would be waited for.
 */
export const masterService = (
  { name, metadata, selector, opts }: ServerSite,
  { master }: MooncakePlan,
): k8s.core.v1.Service =>
  new k8s.core.v1.Service(
    name,
    {
      metadata: { ...metadata, annotations: { "pulumi.com/skipAwait": "true" } },
      spec: {
        selector,
        ports: Object.entries(master.ports).map(([port, number]) => ({ name: port, port: number, targetPort: port })),
      },
    },
    opts,
  );
