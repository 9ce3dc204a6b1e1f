import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import type { PoolPlan } from "@sonar-iac/topology";
import { compatibilityLabel } from "./compatibility";
import type { Pairing } from "./pairing";
import { apiPorts } from "./serving";

type Metadata = k8s.types.input.meta.v1.ObjectMeta & { labels: Record<string, pulumi.Input<string>> };

// an empty pool is no error of a Service: engines load for minutes
const annotations = { "pulumi.com/skipAwait": "true" };

const servicePorts = (pool: PoolPlan) => apiPorts(pool).map(({ name, port }) => ({ name, port, targetPort: name }));

/** The pool's Service, which gives its pods their names, and one SRV record for each ready engine. */
export const governingService = (
  name: string,
  metadata: Metadata,
  selector: Record<string, string>,
  pool: PoolPlan,
  opts: pulumi.CustomResourceOptions,
) =>
  new k8s.core.v1.Service(
    name,
    {
      metadata: { ...metadata, annotations },
      spec: { clusterIP: "None", selector, ports: servicePorts(pool) },
    },
    opts,
  );

/**
 * Engines of one compatibility, whether they are ready or not: what routers and counterparts look at. Its name has the compatibility in it, so that
 * another one makes a Service beside the old one. The old one stays: Pulumi deletes by name, and would take away the Service of an update that was
 * broken off and taken back. Kubernetes removes them all with the pool's own Service.
 */
export const compatibleService = (
  name: string,
  metadata: Metadata,
  selector: Record<string, string>,
  { pool, pairing, owner }: { pool: PoolPlan; pairing: Pairing; owner: k8s.core.v1.Service },
  opts: pulumi.CustomResourceOptions,
) => {
  const labelled = { [compatibilityLabel]: pairing.compatibility };
  const { name: ownerName, uid } = owner.metadata;
  return new k8s.core.v1.Service(
    `${name}-compatible`,
    {
      metadata: {
        ...metadata,
        name: pulumi.interpolate`${name}-${pairing.compatibility}`,
        labels: { ...metadata.labels, ...labelled },
        // one that has stayed is taken over
        annotations: { ...annotations, "pulumi.com/patchForce": "true" },
        ownerReferences: [{ apiVersion: "v1", kind: "Service", name: ownerName, uid }],
      },
      spec: {
        clusterIP: "None",
        publishNotReadyAddresses: true,
        selector: { ...selector, ...labelled },
        ports: servicePorts(pool),
      },
    },
    { ...opts, retainOnDelete: true },
  );
};
