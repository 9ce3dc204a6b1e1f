import * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";

/** Keys in the cluster. Pulumi replaces a Secret whose content changes: without a name of its own the new one is there before the old one goes. */
export const keySecret = (
  name: string,
  namespace: pulumi.Input<string>,
  stringData: Record<string, pulumi.Input<string>>,
  opts: pulumi.CustomResourceOptions,
) => new k8s.core.v1.Secret(name, { metadata: { namespace }, stringData }, opts);
