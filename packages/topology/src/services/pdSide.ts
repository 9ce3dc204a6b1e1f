import { type NodeSituation, nodeSituation, type PlatformSpec, platformFacts } from "../aws";
import type { EngineArgs } from "../engine/args";
import type { NodeFacts } from "../hardware";
import { engineWithCache, usesCache } from "../kvCache";
import { layoutOf, type ParallelismArgs } from "../parallelism";
import { Explanations } from "../plan";
import { isOwn, mergedEngine } from "./pdEngine";
import type { PDDisaggregationSpec } from "./pdSpec";
import type { PlanNotes } from "./planned";

export const roles = ["prefill", "decode"] as const;
export type Role = (typeof roles)[number];

/** What is known of one side before its engines are planned. */
export interface Side {
  role: Role;
  replicas: number;
  parallelism: ParallelismArgs;
  nodesPerReplica: number;
  /** Pods of all engines, and GPUs of each. */
  pods: number;
  gpusPerPod: number;
  engine: EngineArgs;
  node: NodeFacts;
  nodes: NodeSituation;
  /** Adapters of a node by their resource, as stated. */
  rdmaDevices: Record<string, number>;
}

/** One side of a service. */
export function planSide(role: Role, spec: PDDisaggregationSpec, notes: PlanNotes): Side {
  const { replicas = 1, parallelism = {}, nodesPerReplica = 1, engine, nodes } = spec[role];
  if (nodes !== undefined && spec.platform.nodeGroups !== undefined) {
    notes.problems.push({
      path: `${role}.nodes`,
      message: `is for nodes that exist, and the platform makes node groups. Describe them there: platform.pools.${role}.`,
    });
  }
  const platform: PlatformSpec = nodes === undefined ? spec.platform : { ...spec.platform, nodes };
  return {
    role,
    replicas,
    parallelism,
    nodesPerReplica,
    pods: replicas * nodesPerReplica,
    gpusPerPod: layoutOf(parallelism, nodesPerReplica).gpusPerNode,
    engine: engineWithCache(mergedEngine(spec.engine, engine), usesCache(role) ? spec.kvCache : undefined, notes.why),
    node: placed(role, spec, notes, ({ why, problems }) => platformFacts(platform, role, why, problems)),
    nodes: nodeSituation(platform, role),
    rdmaDevices: platform.nodes.rdmaDevices ?? {},
  };
}

/** Plans something of one side as if it were the only one, and puts what is found where the user wrote it, once. */
export function placed<T>(role: Role, spec: PDDisaggregationSpec, notes: PlanNotes, plan: (own: PlanNotes) => T): T {
  const own: PlanNotes = { why: new Explanations(), problems: [], warnings: [] };
  const made = plan(own);
  const argument = (path: string, message = "") => {
    if (/^(replicas|parallelism|nodesPerReplica)\b/.test(path)) return `${role}.${path}`;
    if (/^engine\./.test(path)) return isOwn(spec[role].engine, path, message) ? `${role}.${path}` : path;
    return path.startsWith("platform.nodes") && spec[role].nodes ? path.replace("platform", role) : path;
  };
  for (const list of ["problems", "warnings"] as const) {
    for (const one of own[list]) {
      const problem = { ...one, path: argument(one.path, one.message) };
      const known = notes[list].some(({ path, message }) => path === problem.path && message === problem.message);
      if (!known) notes[list].push(problem);
    }
  }
  for (const { path, override, ...rest } of own.why.all) {
    const part = path.replace(/^nodes\./, "node.");
    notes.why.all.push({
      ...rest,
      path: part.startsWith(`pools.${role}.`) ? part : `pools.${role}.${part}`,
      // what an option of one side would change, even where the service's own is given
      override: /^(replicas|parallelism|nodesPerReplica|engine)\b/.test(override)
        ? `${role}.${override}`
        : argument(override),
    });
  }
  return made;
}
