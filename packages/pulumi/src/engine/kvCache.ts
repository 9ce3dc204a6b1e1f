import * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import type { KVCachePodPlan, PoolPlan, ServingPlan } from "@sonar-iac/topology";
import { filled, filledWord, type Values } from "../kube";
import type { GrantedAccess } from "../platform";

type Volume = k8s.types.input.core.v1.Volume;
type VolumeMount = k8s.types.input.core.v1.VolumeMount;

/** Label of all pods of a KV cache, and of the engines that use it: its value is the cache, and only they reach each other's ports for entries. */
export const kvCacheLabel = "sonar-iac/kv-cache";

/** What a KV cache gives to engines that use it, besides what is planned. */
export interface KVCacheAttachment {
  /** Name of the cache. */
  name: string;
  /** What the plan leaves open in files and command lines. */
  values: Values;
  /** Claim that is mounted where the plan says. */
  claimName?: pulumi.Input<string>;
  /** Environment that is known only when a pod starts, or later than the plan. */
  env: k8s.types.input.core.v1.EnvVar[];
  /** Placeholders in command lines that Kubernetes replaces by variables among `env`: the command stays plain for policies. */
  expanded: string[];
  /** Certificates to mount. */
  volumes: Volume[];
  mounts: VolumeMount[];
  /** Ports on which engines speak to each other; [] where they speak to servers only. */
  peerPorts: { first: number; last: number }[];
  /** What engines wait for. */
  after: pulumi.Resource[];
  /**
   * Lets pods of service accounts at the entries, where that takes more than being in the network.
   *
   * @param name what its children are named after
   */
  grant?(name: string, serviceAccounts: string[], opts: pulumi.CustomResourceOptions): GrantedAccess;
}

/** What the pods of one pool have of a KV cache. */
export interface EngineKVCache {
  plan: KVCachePodPlan;
  attachment: KVCacheAttachment;
  /** Name of the ConfigMap with the files; undefined without any. */
  files: pulumi.Output<string> | undefined;
}

/** What the pods of a pool have of the service's cache; undefined without one. Makes the ConfigMap of their files. */
export function engineKVCache(
  name: string,
  { plan, pool, kvCache }: { plan: ServingPlan; pool: PoolPlan; kvCache?: KVCacheAttachment },
  metadata: k8s.types.input.meta.v1.ObjectMeta,
  opts: pulumi.CustomResourceOptions,
): EngineKVCache | undefined {
  const its = plan.kvCache?.pools[pool.role];
  if (its === undefined || kvCache === undefined) return undefined;
  if (its.files.length === 0) return { plan: its, attachment: kvCache, files: undefined };
  const data = Object.fromEntries(its.files.map(({ path, content }) => [keyOf(path), filled(content, kvCache.values)]));
  // named by Pulumi: another content is another name, at which the engines are rolled out
  const files = new k8s.core.v1.ConfigMap(`${name}-kv-cache`, { metadata, data }, opts).metadata.name;
  return { plan: its, attachment: kvCache, files };
}

/** A word of an engine's command, with what the cache has to say in it. */
export const kvCacheWord = (word: string, kvCache: EngineKVCache | undefined): pulumi.Input<string> =>
  filledWord(word, kvCache?.attachment.values, kvCache?.attachment.expanded);

/** Plain environment of an engine; what the cache gives instead is left out. */
export const kvCacheEnv = (env: Record<string, string>, kvCache: EngineKVCache | undefined) =>
  Object.entries(env)
    .filter(([name]) => !kvCache?.attachment.env.some((its) => its.name === name))
    .map(([name, value]) => ({ name, value: filledWord(value, kvCache?.attachment.values) }));

/** Volumes of an engine's pod for the cache, and their mounts. */
export function kvCacheVolumes(kvCache: EngineKVCache | undefined): { volumes: Volume[]; mounts: VolumeMount[] } {
  if (kvCache === undefined) return { volumes: [], mounts: [] };
  const { plan, attachment, files } = kvCache;
  const { claimName } = attachment;
  const claim =
    plan.claimMountPath !== null && claimName !== undefined ? { path: plan.claimMountPath, claimName } : null;
  return {
    volumes: [
      ...(files === undefined ? [] : [{ name: "kv-cache-files", configMap: { name: files } }]),
      ...(claim ? [{ name: "kv-cache", persistentVolumeClaim: { claimName: claim.claimName } }] : []),
      ...attachment.volumes,
    ],
    mounts: [
      ...plan.files.map(({ path }) => ({
        name: "kv-cache-files",
        mountPath: path,
        subPath: keyOf(path),
        readOnly: true,
      })),
      ...(claim ? [{ name: "kv-cache", mountPath: claim.path }] : []),
      ...attachment.mounts,
    ],
  };
}

/** Entry of a ConfigMap for a file; names of files are different. */
const keyOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
