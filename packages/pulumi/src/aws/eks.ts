import { check, object, type Problem } from "@sonar-iac/topology";
import { z } from "zod";
import { InvalidArgsError } from "../args";
import type { ModelCacheArgs } from "../caches";
import { type ClusterCommonArgs, commonPlatform, commonShape, type Platform } from "../platform";
import { type ClusterArgs, clusterSchema } from "./cluster";
import { type GroupArgs, groupProblems, groupSpecs, nodeSubnets, type PoolRole } from "./groups";
import { bucketAccess } from "./kvCache/access";
import { cacheBucket } from "./kvCache/bucket";
import { type LoadBalancerArgs, loadBalancerSchema, loadBalancerSpec, putInFront } from "./loadBalancer";
import type { SubnetIds } from "./nodeGroup";
import { subnetsSchema } from "./nodeGroup/names";
import { DevicePlugins } from "./plugins";
import { provisionGroups } from "./provision";
import { type SecretsArgs, secretsManager, secretsProblems } from "./secrets";
import type { AwsCacheArgs } from "./storage";
import { platformCache } from "./storage/platform";
import { splitCache } from "./storage/split";

/** An EKS cluster that exists, and the GPU nodes that services are to have in it. */
export interface EksArgs extends ClusterCommonArgs {
  cluster: ClusterArgs;
  /** Private subnets of the nodes; one zone with EFA, a placement group or a Capacity Block. @default each group's own */
  subnetIds?: SubnetIds;
  /** Nodes of every pool that has none in `pools`: each service makes its own group of them, or shares a {@link GpuNodeGroup}. */
  nodes?: GroupArgs;
  /** Nodes of single pools. @default {} */
  pools?: Partial<Record<PoolRole, GroupArgs>>;
  /** What offers GPUs and adapters to pods. @default "present": the cluster has the plugins */
  devicePlugins?: DevicePlugins | "present";
  /** What is put in front of each gateway that is not told how it is reached. @default nothing: gateways are reached inside the cluster */
  loadBalancer?: LoadBalancerArgs;
  /** Where weights live, unless a service says otherwise; each service makes its own. @default a claim for each engine, from the cluster's default storage class */
  modelCache?: AwsCacheArgs | ModelCacheArgs;
  /** Where keys are kept besides Pulumi's state. @default in Secrets of the cluster alone */
  secrets?: SecretsArgs;
}

// checked apart, unless it is a GpuNodeGroup
const group = z.looseObject({}, { error: "must be an object, or a GpuNodeGroup." }).optional();

const schema = object({
  cluster: clusterSchema,
  subnetIds: subnetsSchema.optional(),
  nodes: group,
  pools: object({ serve: group, prefill: group, decode: group } satisfies Record<PoolRole, typeof group>).optional(),
  devicePlugins: z
    .union([z.literal("present"), z.instanceof(DevicePlugins)], {
      error: 'must be a DevicePlugins, or "present" where the cluster has the plugins.',
    })
    .optional(),
  loadBalancer: loadBalancerSchema.optional(),
  // checked apart
  modelCache: z.looseObject({}, { error: 'must be an object, for example { kind: "efs" }.' }).optional(),
  secrets: z.unknown().optional(),
  ...commonShape,
});

/**
 * An EKS cluster that exists, in which each service makes the GPU nodes that it needs.
 *
 * @example
 * ```ts
 * const platform = eks({
 *   cluster: { name: clusterName, securityGroupId },
 *   subnetIds,
 *   nodes: { instanceType: "g6e.12xlarge", max: 4 },
 * });
 * new ReplicatedService("qwen3", { platform, image, model, replicas: 3, parallelism: { tensor: 2 } });
 * ```
 * @throws InvalidArgsError naming every bad argument; what a node group can be is checked with the service that uses it.
 */
export function eks(args: EksArgs): Platform {
  const shape = check(schema, args).problems;
  const problems = [...shape, ...(typeof args === "object" && args !== null ? partProblems(args) : [])];
  if (problems.length > 0) throw new InvalidArgsError("Platform", "eks", problems);
  const after = args.devicePlugins instanceof DevicePlugins ? [args.devicePlugins] : [];
  return {
    kind: "eks",
    ...commonPlatform(args),
    nodes: {},
    // read anew by each service, since shared groups fill up
    get nodeGroups() {
      return groupSpecs(args);
    },
    ...loadBalancerOf(args),
    ...(args.modelCache !== undefined && {
      modelCache: platformCache(args.modelCache, { cluster: args.cluster, subnetIds: nodeSubnets(args) }),
    }),
    ...(args.secrets !== undefined && { secrets: secretsManager(args.secrets) }),
    kvCache: {
      bucket: cacheBucket,
      access: (name, need, opts) => bucketAccess(name, need, args.cluster, opts),
    },
    provisionNodes: (name, plan, opts) => provisionGroups(name, plan, args, after, opts),
  };
}

/** What is wrong with the names in the parts. Their numbers are checked with the service that uses them. */
function partProblems(args: EksArgs): Problem[] {
  const { modelCache, secrets } = args;
  const problems = groupProblems(args);
  if (typeof modelCache === "object" && modelCache !== null)
    splitCache(modelCache, nodeSubnets(args), problems, "modelCache");
  if (secrets !== undefined) problems.push(...secretsProblems(secrets, "secrets"));
  return problems;
}

/** How traffic gets in, where the platform says so. */
function loadBalancerOf(args: EksArgs): Pick<Platform, "loadBalancer" | "exposeGateway"> {
  const { loadBalancer: front, cluster, subnetIds } = args;
  if (front === undefined) return {};
  const nodeSubnetIds = nodeSubnets(args);
  const site = { cluster, ...(subnetIds && { subnetIds }), ...(nodeSubnetIds && { nodeSubnetIds }) };
  let taken: string | undefined;
  return {
    loadBalancer: {
      ...loadBalancerSpec(front, site),
      // read anew by each service
      get hostTakenBy() {
        return taken;
      },
    },
    exposeGateway: (name, plan, service, opts) => {
      if (front.host !== undefined) taken = plan.name;
      return putInFront(name, front, site, plan, service, opts);
    },
  };
}
