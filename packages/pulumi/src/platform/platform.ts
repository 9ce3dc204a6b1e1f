import type * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import type { LoadBalancerSpec, NodeGroupsSpec, NodesArgs, ServingPlan } from "@sonar-iac/topology";
import type { PlatformKVCache } from "./kvCache";
import type { PlatformSecrets } from "./secrets";
import type { PlatformCache } from "./storage";

/** Where a service runs: which nodes, which namespace, who may scrape it. Made by `kubernetes()`, or by `eks()` of the entry `./aws`. */
export interface Platform {
  readonly kind: "kubernetes" | "eks";
  /** A namespace that exists. */
  readonly namespace: pulumi.Input<string>;
  /** Nodes that exist; empty where a service makes its own. */
  readonly nodes: NodesArgs;
  /** Node groups that a service is to have; absent where nodes exist. */
  readonly nodeGroups?: NodeGroupsSpec;
  /** What traffic comes through, unless the gateway is told otherwise. */
  readonly loadBalancer?: LoadBalancerSpec;
  /** Where weights live, unless a service says otherwise. */
  readonly modelCache?: PlatformCache;
  /** Makes buckets of KV caches, and roles for them; absent where the cluster has none. */
  readonly kvCache?: PlatformKVCache;
  /** Where keys are kept; absent: in Secrets of the cluster. */
  readonly secrets?: PlatformSecrets;
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
  /**
   * Makes the nodes that a service needs, as planned. Absent where nodes exist.
   *
   * @param name the service's name
   * @param opts whose child the nodes become
   * @returns how the engines of each pool get onto their nodes
   */
  provisionNodes?(name: string, plan: ServingPlan, opts: pulumi.ComponentResourceOptions): Record<string, PoolNodes>;
  /**
   * Puts the platform's load balancer in front of a gateway, as planned.
   *
   * @param name the gateway's name
   * @param service the gateway's Service
   * @param opts whose child the load balancer becomes
   * @returns the base URL for clients
   */
  exposeGateway?(
    name: string,
    plan: ServingPlan,
    service: k8s.core.v1.Service,
    opts: pulumi.ComponentResourceOptions,
  ): pulumi.Output<string>;
}

/** Nodes of a pool that were made for it. */
export interface PoolNodes {
  placement: PodPlacement;
  /** What engines wait for. */
  after: pulumi.Resource[];
}

/** How pods get onto nodes. */
export interface PodPlacement {
  /** What a pod that exchanges data with other nodes gets besides GPUs: adapters by their extended resource, and huge pages. @default {} */
  devices?: Record<string, number | string>;
  nodeSelector?: Record<string, pulumi.Input<string>>;
  tolerations: NonNullable<NodesArgs["tolerations"]>;
}

/** Secrets for a pod's images; nothing where there are none. */
export const pullSecrets = ({ imagePullSecrets }: Platform) =>
  imagePullSecrets.length === 0 ? {} : { imagePullSecrets: imagePullSecrets.map((name) => ({ name })) };
