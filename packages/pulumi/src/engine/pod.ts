import type * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import { fetchedInPods, graceSecondsOf, type PoolPlan, type RankPlan, type ServingPlan } from "@sonar-iac/topology";
import { override } from "../args";
import { cacheVolumes, engineUser, fetchContainer, type ModelCacheArgs, type SecretReference } from "../caches";
import type { KeyReferences } from "../keys";
import { podSecurity } from "../kube";
import { type Platform, type PodPlacement, pullSecrets } from "../platform";
import { engineContainer } from "./container";
import { groupOf } from "./group/group";
import { preflightContainer } from "./group/preflight";
import type { GroupScheduling } from "./group/scheduling";
import { type EngineKVCache, kvCacheVolumes } from "./kvCache";
import type { Pairing } from "./pairing";
import { scheduling } from "./scheduling";
import { hasApi } from "./serving";

type PodSpec = k8s.types.input.core.v1.PodSpec;
type Container = k8s.types.input.core.v1.Container;

/** Last changes to an engine pod, merged over what the library makes; a list replaces the library's list. */
export interface EngineOverrides {
  /** Fields of the pod's spec. */
  pod?: Partial<PodSpec>;
  /** Fields of the engine's container. */
  container?: Partial<Container>;
}

/** What an engine pod is made of. */
export interface EnginePodInputs {
  plan: ServingPlan;
  pool: PoolPlan;
  platform: Platform;
  /** How the pods get onto nodes. @default onto the platform's nodes */
  placement?: PodPlacement;
  image: pulumi.Input<string>;
  keys: KeyReferences;
  scripts: pulumi.Input<string>;
  serviceAccountName: pulumi.Input<string>;
  modelCache?: ModelCacheArgs;
  claimName?: pulumi.Input<string>;
  /** Annotations of the engines' service account. @default {} */
  accountAnnotations?: Record<string, pulumi.Input<string>>;
  huggingFaceToken?: SecretReference;
  secretEnvironment?: Record<string, SecretReference>;
  runAsUser?: number;
  selector: Record<string, string>;
  /** How the pods of an engine get onto nodes together, where it has several. @default {} */
  groups?: GroupScheduling;
  /** How the pool is paired. @default engines serve whole requests */
  pairing?: Pairing;
  /** What the pods have of a KV cache. @default none */
  kvCache?: EngineKVCache;
  overrides?: EngineOverrides;
}

/** The pod of one rank, and the claims that come with it. */
export function enginePod(
  inputs: EnginePodInputs,
  rank: RankPlan,
): { spec: PodSpec; claims: k8s.types.input.core.v1.PersistentVolumeClaim[] } {
  const { plan, pool, platform, overrides = {} } = inputs;
  const caches = cacheVolumes(plan.caches, inputs.modelCache, inputs.claimName);
  const { weights } = plan.caches;
  const fetchesItself = fetchedInPods(weights);
  const engine = override(engineContainer(inputs, rank), containerOverride(pool, rank, overrides.container));
  const group = groupOf(pool);
  const before = [
    ...(fetchesItself
      ? [
          fetchContainer({
            model: plan.model,
            plan: weights,
            image: inputs.modelCache?.fetchImage ?? inputs.image,
            huggingFaceToken: inputs.huggingFaceToken,
          }),
        ]
      : []),
    ...(group ? [preflightContainer(inputs, rank, group, engine)] : []),
  ];
  const spec: PodSpec = {
    serviceAccountName: inputs.serviceAccountName,
    automountServiceAccountToken: false,
    // a Service named "aphrodite" would become APHRODITE_PORT, at which the engine stops
    enableServiceLinks: false,
    terminationGracePeriodSeconds: graceSecondsOf(plan.timings, pool.role),
    ...(platform.priorityClassName !== undefined && { priorityClassName: platform.priorityClassName }),
    ...pullSecrets(platform),
    ...scheduling(inputs, rank),
    securityContext: podSecurity(inputs.runAsUser ?? engineUser),
    ...(before.length > 0 && { initContainers: before }),
    containers: [engine],
    volumes: [
      ...caches.volumes,
      ...kvCacheVolumes(inputs.kvCache).volumes,
      { name: "scripts", configMap: { name: inputs.scripts } },
      { name: "shm", emptyDir: { medium: "Memory", sizeLimit: `${rank.resources.sharedMemoryGiB}Gi` } },
    ],
  };
  return { spec: override(spec, overrides.pod), claims: caches.claims };
}

/** Changes to the engine's container, as far as a rank has what they change: one without an API has no probes, and ends with its group. */
function containerOverride(pool: PoolPlan, rank: RankPlan, changes: Partial<Container> = {}): Partial<Container> {
  if (hasApi(pool, rank)) return changes;
  const { startupProbe, readinessProbe, livenessProbe, lifecycle, ...rest } = changes;
  return rest;
}
