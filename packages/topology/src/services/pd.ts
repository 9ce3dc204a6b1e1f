import { planCaches } from "../caches";
import { kvCachePlanOf } from "../kvCache";
import { planModel } from "../model";
import type { ServingPlan } from "../plan";
import { scalingSignals } from "../scaling";
import { compatibilityFields, planTransfer } from "../transfer";
import { assemble } from "./assemble";
import { planFront } from "./pdFront";
import { pairRules, planSidePool, running } from "./pdPools";
import { planSide } from "./pdSide";
import { type PDDisaggregationSpec, pdDisaggregationSchema } from "./pdSpec";
import { planTimes, planWaits } from "./pdTimes";
import { type PlanNotes, type Planned, planned } from "./planned";

/** What a PDDisaggregation of these arguments runs. Never throws on bad arguments: it lists them all. */
export const planPDDisaggregation = (name: string, args: PDDisaggregationSpec): Planned =>
  planned(name, pdDisaggregationSchema, args, (spec, notes) => planChecked(name, spec, notes));

/** The plan of arguments of the right shape, with what the rules between fields find. */
function planChecked(name: string, spec: PDDisaggregationSpec, notes: PlanNotes): ServingPlan {
  const { why, problems, warnings } = notes;
  const model = planModel(spec.model, why, problems, warnings);
  const prefill = planSide("prefill", spec, notes);
  const decode = planSide("decode", spec, notes);
  if (spec.network !== undefined && prefill.nodesPerReplica === 1 && decode.nodesPerReplica === 1) {
    problems.push({
      path: "network",
      message: "has no effect while an engine is one pod. Leave it out, or give nodesPerReplica of a side.",
    });
  }
  const { modelCache, compileCache, platform } = spec;
  const caches = planCaches({ modelCache, compileCache, platform, model, pools: [prefill, decode] }, notes);
  const efa = [prefill, decode].every(({ nodes }) => (nodes.efaInterfaces ?? 0) > 0);
  const transfer = planTransfer(
    {
      transfer: spec.transfer ?? {},
      loadFailure: spec.kvLoadFailure,
      prefill: prefill.parallelism,
      dataRanks: Math.max(...[prefill, decode].map(({ parallelism }) => parallelism.data?.size ?? 1)),
      efa: platform.nodeGroups ? efa : null,
    },
    why,
    problems,
    warnings,
  );
  const clock = planTimes(spec, { model, caches, leaseSeconds: transfer.leaseSeconds }, notes);
  const shared = { model, caches, transfer, timings: clock };
  const made = {
    prefill: planSidePool(prefill, spec, shared, notes),
    decode: planSidePool(decode, spec, shared, notes),
  };
  const pools = { prefill: made.prefill.pool, decode: made.decode.pool };
  pairRules({ prefill, decode }, pools, shared, notes);
  const { router, gateway } = planFront(spec, { prefill, decode }, shared, notes);
  const rollout = planWaits(spec, [prefill, decode], { caches, clock, gateway, router }, notes);
  return assemble(
    spec,
    {
      service: "PDDisaggregation",
      name,
      model,
      pools,
      gateway,
      router,
      transfer: { ...transfer, compatibility: { fields: compatibilityFields(running(pools.decode), transfer) } },
      kvCache: kvCachePlanOf(spec.kvCache, { prefill: made.prefill.use, decode: made.decode.use }),
      scaling: scalingSignals(name),
      caches,
      timings: { ...clock, await: rollout },
    },
    notes,
  );
}
