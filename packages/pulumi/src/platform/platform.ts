import type * as pulumi from "@pulumi/pulumi";
import type { NodesArgs } from "@sonar-iac/topology";

/** Where a service runs: which nodes, which namespace, who may scrape it. Made by `kubernetes()`. */
export interface Platform {
  readonly kind: "kubernetes";
  /** A namespace that exists. */
  readonly namespace: pulumi.Input<string>;
  readonly nodes: NodesArgs;
  /** @default "cluster.local" */
  readonly clusterDomain: string;
  readonly imagePullSecrets: pulumi.Input<string>[];
  readonly priorityClassName?: pulumi.Input<string>;
  /** Whether NetworkPolicies are made. */
  readonly networkPolicy: boolean;
  /** Whether `pulumi up` waits until engines have been replaced. */
  readonly awaitRollout: boolean;
  /** Namespace of the Prometheus that may scrape engines and gateway. */
  readonly prometheusNamespace: pulumi.Input<string>;
}

/** Secrets for a pod's images; nothing where there are none. */
export const pullSecrets = ({ imagePullSecrets }: Platform) =>
  imagePullSecrets.length === 0 ? {} : { imagePullSecrets: imagePullSecrets.map((name) => ({ name })) };
