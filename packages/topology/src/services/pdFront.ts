import { gatewayReplicas, planAdmission, planGateway, serviceLoad } from "../gateway";
import { layoutOf } from "../parallelism";
import type { GatewayPlan, RouterPlan } from "../plan";
import { admissionBefore, planRouter, routedPaths, routerAdmission, routerReplicas } from "../router";
import { sequencesOf } from "./group";
import type { Shared } from "./pdPools";
import type { Role, Side } from "./pdSide";
import type { PDDisaggregationSpec } from "./pdSpec";
import type { PlanNotes } from "./planned";

/** What stands in front of the engines: routers, which limit what they take on, and the gateway before them. */
export function planFront(
  spec: PDDisaggregationSpec,
  { prefill, decode }: Record<Role, Side>,
  { model, transfer, timings }: Shared,
  { why, problems, warnings }: PlanNotes,
): { router: RouterPlan; gateway: GatewayPlan } {
  const { gateway: front = {}, router: routers = {} } = spec;
  const replicas = routerReplicas(routers);
  const load = serviceLoad(
    spec.admission ?? {},
    decode.replicas,
    sequencesOf(decode.engine.maxSequences, layoutOf(decode.parallelism), 1),
  );
  const admission = routerAdmission(load, decode.replicas, replicas, why);
  const frontends = [prefill, decode].map(({ engine }) => engine.frontend ?? "python");
  const paths = routedPaths(frontends, front.extraPaths);
  const gateway = planGateway(
    {
      gateway: front,
      // another router takes whatever comes: then the gateway is what limits
      admission:
        (routers.kind ?? "sonar") === "sonar"
          ? admissionBefore(admission, why)
          : planAdmission({ ...load, perEngine: admission.running }, gatewayReplicas(front), why),
      loadBalancing: {},
      model,
      contextLimit: spec.model.contextLimit,
      replicas,
      paths: paths.map(({ methods, path }) => ({ methods, path })),
      exposure: spec.platform.loadBalancer?.kind,
    },
    why,
    problems,
    warnings,
  );
  const router = planRouter(
    {
      router: routers,
      admission,
      paths,
      bodyBytes: gateway.limits.bodyBytes,
      transfer,
      preStopSeconds: timings.engine.preStopSeconds,
    },
    why,
    problems,
    warnings,
  );
  return { router, gateway };
}
