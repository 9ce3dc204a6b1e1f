import { fetchedInPods } from "../caches";
import { queueSecondsOf } from "../gateway";
import type { CachePlan, GatewayPlan, ModelPlan, RouterPlan, Timings } from "../plan";
import { gatewayQueueSeconds } from "../router";
import { graceSecondsOf, planAwait, planClock, planGather, planPairWait, planStartup } from "../timing";
import { maxRequestSecondsOf } from "./assemble";
import { roles, type Side } from "./pdSide";
import type { PDDisaggregationSpec } from "./pdSpec";
import type { PlanNotes } from "./planned";

/** Every time but those that Pulumi waits. */
export type Times = Omit<Timings, "await">;

const fetchSeconds = ({ weights }: CachePlan) => (fetchedInPods(weights) ? weights.fetchSeconds : 0);

const longestGrace = (times: Pick<Timings, "engine" | "prefill">) =>
  Math.max(...roles.map((role) => graceSecondsOf(times, role)));

/** The clock of both sides and of the router, and the budget of a start. */
export function planTimes(
  spec: PDDisaggregationSpec,
  { model, caches, leaseSeconds }: { model: ModelPlan; caches: CachePlan; leaseSeconds: number },
  { why }: PlanNotes,
): Times {
  const queueSeconds = queueSecondsOf(spec.admission ?? {});
  const clock = planClock(
    {
      maxRequestSeconds: maxRequestSecondsOf(spec, why),
      queueSeconds: gatewayQueueSeconds(queueSeconds),
      apart: { queueSeconds, leaseSeconds },
    },
    why,
  );
  const { throughputMiBps } = caches.weights.storage;
  const startup = planStartup(spec.startup ?? {}, model.weightsBytes, throughputMiBps ?? undefined, why);
  const pairSeconds = planPairWait(longestGrace(clock), why);
  const groups = roles.some((role) => (spec[role].nodesPerReplica ?? 1) > 1);
  const gather = groups && { gatherSeconds: planGather(fetchSeconds(caches), why) };
  return { ...clock, startup: { ...startup, pairSeconds, ...gather } };
}

/** How long Pulumi waits: both sides roll at once, and the first new pod of each waits for the other's. */
export function planWaits(
  spec: PDDisaggregationSpec,
  sides: Side[],
  { caches, clock, gateway, router }: { caches: CachePlan; clock: Times; gateway: GatewayPlan; router: RouterPlan },
  { why }: PlanNotes,
): Timings["await"] {
  return planAwait(
    {
      replicas: Math.max(...sides.map(({ replicas }) => replicas)),
      grace: longestGrace(clock),
      probe: clock.startup.probeSeconds,
      fetch: fetchSeconds(caches),
      gateways: gateway.replicas,
      gatewayGrace: clock.gateway.graceSeconds,
      router: { replicas: router.replicas, grace: clock.router?.graceSeconds ?? 0 },
      rollout: spec.startup?.rolloutSeconds,
    },
    why,
  );
}
