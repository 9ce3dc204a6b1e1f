import type * as pulumi from "@pulumi/pulumi";
import type {
  AdmissionArgs,
  CompileCacheSpec,
  EngineArgs,
  KVLoadFailure,
  LoadBalancingArgs,
  ModelArgs,
  NetworkArgs,
  ParallelismArgs,
  PoolSpec,
  StartupArgs,
  TransferArgs,
} from "@sonar-iac/topology";
import type { ModelCache, ModelCacheArgs, SecretReference, TokenReference } from "../caches";
import type { EngineOverrides, GroupScheduling } from "../engine";
import type { GatewayArgs, GatewayOverrides } from "../gateway";
import type { ApiKeys, ApiKeysArgs } from "../keys";
import type { ExternalKVCache } from "../kvCache";
import type { Platform } from "../platform";
import type { RouterArgs, RouterOverrides } from "../router";

/** What every service of this library takes. */
export interface ServiceArgs {
  /** Where to run: `kubernetes({…})`, or `eks({…})` from `@sonar-iac/pulumi/aws`. */
  platform: Platform;
  /** Engine image, best with a digest: `registry/aphrodite:0.24.1@sha256:…`. */
  image: pulumi.Input<string>;
  model: ModelArgs;
  /** Options of each engine. @default the engine's own */
  engine?: EngineArgs;
  /** User and group id of engine pods. @default 1000 */
  runAsUser?: number;
  /** Longest request in seconds; every other time follows from it. @default 600 */
  maxRequestSeconds?: number;
  /** How long a start may take. @default from the size of the weights */
  startup?: StartupArgs;
  /** How much work the service takes on. @default 64 requests at once per engine, twice as many waiting */
  admission?: AdmissionArgs;
  /** The HAProxy in front. @default two pods, reached inside the cluster */
  gateway?: GatewayArgs;
  /** Keys of the clients, or keys that several services share. @default one generated key, `default` */
  apiKeys?: ApiKeysArgs | ApiKeys;
  /** Where weights live, or weights that several services share. @default the platform's, else a claim of 100 GiB for each engine, from the default storage class */
  modelCache?: ModelCacheArgs | ModelCache;
  /** Where compiled kernels live. @default a claim of 20 GiB for each engine pod */
  compileCache?: CompileCacheSpec;
  /** A cache of KV blocks that engines share, also with those of other services. @default each engine keeps its own */
  kvCache?: ExternalKVCache;
  /** Token for gated models, from a Secret or a secret of AWS that exists; only the fetch sees it. @default none */
  huggingFaceToken?: TokenReference;
  /** More environment variables of the engine, each from an entry of a Secret that exists. @default {} */
  secretEnvironment?: Record<string, SecretReference>;
}

/** Complete replicas behind one gateway. */
export interface ReplicatedServiceArgs extends ServiceArgs {
  /** Complete copies of the model. @default 1 */
  replicas?: number;
  /** GPUs of one engine. @default one */
  parallelism?: ParallelismArgs;
  /** How the gateway chooses an engine. @default least requests */
  loadBalancing?: LoadBalancingArgs;
  /** Last changes to single children, merged over what the library makes. @default {} */
  overrides?: { engine?: EngineOverrides; gateway?: GatewayOverrides };
}

/** Replicas of several nodes each behind one gateway. */
export interface MultiNodePipelineArgs extends ServiceArgs {
  /** Complete copies of the model. @default 1 */
  replicas?: number;
  /** Nodes of one replica, each with the same number of GPUs: a pod on each. */
  nodesPerReplica: number;
  /** How one replica is split over the GPUs of its nodes. */
  parallelism: ParallelismArgs;
  /** What carries the traffic between the nodes of a replica. @default the interface on the route to the first of them */
  network?: NetworkArgs;
  /** How the pods of a replica get onto nodes together. @default in one zone where that can be */
  scheduling?: GroupScheduling;
  /** How the gateway chooses a replica. @default least requests */
  loadBalancing?: LoadBalancingArgs;
  /** Last changes to single children, merged over what the library makes; `engine` changes the pods of all ranks. @default {} */
  overrides?: { engine?: EngineOverrides; gateway?: GatewayOverrides };
}

/** Prefill and decode apart, with a router that pairs them. */
export interface PDDisaggregationArgs extends ServiceArgs {
  /** Engines that compute prompts. */
  prefill: PoolSpec;
  /** Engines that make the answers' tokens. */
  decode: PoolSpec;
  /** What becomes of a request whose KV cache did not arrive: `recompute` has decode compute the prompt, while the others wait. @default "fail" */
  kvLoadFailure?: KVLoadFailure;
  /** How KV caches go from prefill to decode. @default decode pulls them, over UCX */
  transfer?: TransferArgs;
  /** What carries the traffic between the nodes of one engine, where a side spans several. @default the interface on the route to the first of them */
  network?: NetworkArgs;
  /** How the pods of one engine get onto nodes together, where a side spans several. @default in one zone where that can be */
  scheduling?: GroupScheduling;
  /** The program that pairs prefill with decode. @default the library's own, two pods */
  router?: RouterArgs;
  /** Last changes to single children, merged over what the library makes. @default {} */
  overrides?: {
    prefill?: EngineOverrides;
    decode?: EngineOverrides;
    router?: RouterOverrides;
    gateway?: GatewayOverrides;
  };
}
