import { canonicalName } from "../engine/options";
import { ownedOptionsApart, ownedVariablesApart } from "../engine/owned";
import { type KVCacheUse, planKVCacheUse, usesCache } from "../kvCache";
import { memoryWarnings } from "../memory";
import { gpusOfWeights, layoutOf } from "../parallelism";
import type { CachePlan, KVCachePlan, ModelPlan, PoolPlan, TransferPlan } from "../plan";
import {
  compatibilityProblems,
  hybridWarnings,
  layoutProblems,
  lengthProblems,
  pairWarnings,
  type Running,
  sideProblems,
  transferConfig,
  transferSettings,
} from "../transfer";
import { placed, type Role, type Side } from "./pdSide";
import type { PDDisaggregationSpec } from "./pdSpec";
import type { Times } from "./pdTimes";
import type { PlanNotes } from "./planned";
import { planPool } from "./pool";

/** What both sides share. */
export interface Shared {
  model: ModelPlan;
  caches: CachePlan;
  transfer: Omit<TransferPlan, "compatibility">;
  timings: Times;
}

/** Engines of one side, and what they have of a cache. */
export interface SidePool {
  pool: PoolPlan;
  use: KVCacheUse | undefined;
}

/** What an engine of a pool runs. */
export const running = ({ ranks: [first] }: PoolPlan): Running => ({ argv: first?.argv ?? [], env: first?.env ?? {} });

/** The engines of one side. */
export function planSidePool(side: Side, spec: PDDisaggregationSpec, shared: Shared, notes: PlanNotes): SidePool {
  const { model, caches, transfer, timings } = shared;
  const { role, engine } = side;
  const byHand = Object.entries(engine.extraArgs ?? {}).find(([name]) => canonicalName(name) === "kv-transfer-config");
  return placed(role, spec, notes, (own) => {
    const { why, problems, warnings } = own;
    const use = spec.kvCache && usesCache(role) ? planSideCache(spec.kvCache, side, shared, own) : undefined;
    const pool = planPool(
      {
        ...side,
        model,
        shape: spec.model,
        timings,
        weights: caches.weights,
        owned: { options: ownedOptionsApart(byHand?.[1]), variables: ownedVariablesApart },
        oneApi: true,
        network: spec.network,
        transfer: {
          config: transferConfig(role, transfer, side.nodesPerReplica),
          sideChannelPort: transfer.sideChannelPort,
          sideChannelPorts: transfer.sideChannelPorts,
        },
        kvCache: use,
      },
      why,
      problems,
      warnings,
    );
    problems.push(...sideProblems(running(pool), transfer.sideChannelPort));
    warnings.push(
      ...memoryWarnings(model, gpusOfWeights(side.parallelism), side.node.gpuMemoryGiB, engine.gpuMemoryUtilization),
      ...hybridWarnings(model, running(pool)),
    );
    return { pool, use };
  });
}

/** What engines of one side have of a cache, beside what moves KV caches between the sides. */
function planSideCache(cache: KVCachePlan, side: Side, { model, transfer }: Shared, notes: PlanNotes): KVCacheUse {
  const { role, nodesPerReplica, nodes } = side;
  return planKVCacheUse(
    cache,
    {
      ...side,
      model,
      efaInterfaces: nodes.efaInterfaces,
      transfer: transferSettings(role, transfer, nodesPerReplica),
    },
    notes,
  );
}

/** Whether the two sides can work together. */
export function pairRules(
  sides: Record<Role, Side>,
  pools: Record<Role, PoolPlan>,
  { model, transfer }: Shared,
  { problems, warnings }: PlanNotes,
): void {
  const room = (role: Role) => ({
    gpuMemoryGiB: sides[role].node.gpuMemoryGiB,
    utilization: sides[role].engine.gpuMemoryUtilization,
    gpusOfWeights: gpusOfWeights(sides[role].parallelism),
    gpusPerDataRank: layoutOf(sides[role].parallelism).gpusPerDataRank,
  });
  problems.push(
    ...layoutProblems(sides.prefill.parallelism, sides.decode.parallelism),
    ...lengthProblems(model, room("prefill"), room("decode")),
    ...compatibilityProblems(running(pools.prefill), running(pools.decode), transfer),
  );
  warnings.push(...pairWarnings(sides, transfer));
}
