import type * as pulumi from "@pulumi/pulumi";
import type {
  AdmissionArgs,
  CompileCacheSpec,
  EngineArgs,
  LoadBalancingArgs,
  ModelArgs,
  ParallelismArgs,
  StartupArgs,
} from "@sonar-iac/topology";
import type { ModelCache, ModelCacheArgs, SecretReference, TokenReference } from "../caches";
import type { EngineOverrides } from "../engine";
import type { GatewayArgs, GatewayOverrides } from "../gateway";
import type { ApiKeys, ApiKeysArgs } from "../keys";
import type { Platform } from "../platform";

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
  /** How the gateway chooses an engine. @default least requests */
  loadBalancing?: LoadBalancingArgs;
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
  /** Token for gated models, from a Secret or a secret of AWS that exists; only the fetch sees it. @default none */
  huggingFaceToken?: TokenReference;
  /** More environment variables of the engine, each from an entry of a Secret that exists. @default {} */
  secretEnvironment?: Record<string, SecretReference>;
  /** Last changes to single children, merged over what the library makes. @default {} */
  overrides?: { engine?: EngineOverrides; gateway?: GatewayOverrides };
}

/** Complete replicas behind one gateway. */
export interface ReplicatedServiceArgs extends ServiceArgs {
  /** Complete copies of the model. @default 1 */
  replicas?: number;
  /** GPUs of one engine. @default one */
  parallelism?: ParallelismArgs;
}
