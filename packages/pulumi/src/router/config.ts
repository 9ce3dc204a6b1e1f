import type { RouterConfig } from "@sonar-iac/router";
import type { RouterPlan, ServingPlan, Timings, TransferPlan } from "@sonar-iac/topology";
import { compatibilityLabel } from "../engine";
import { instanceLabel, partLabel } from "../kube";

/** A plan that has a router. */
export interface RoutedPlan extends ServingPlan {
  router: RouterPlan;
  transfer: TransferPlan;
  timings: Timings & { router: NonNullable<Timings["router"]> };
}

/** Every IPv4 address of the pod. */
const host = "0.0.0.0";

/** What the library's own router reads, from the plan alone. */
export function routerConfig({ name, model, router, transfer, timings }: RoutedPlan, namespace: string): RouterConfig {
  const { ports, paths, admission, retries, health, discovery, bodyBytes } = router;
  const { graceSeconds: _, ...timeouts } = timings.router;
  return {
    service: name,
    model: model.servedName,
    listen: { host, port: ports.http },
    metrics: { host, port: ports.metrics },
    alive: { host, port: ports.alive, stalledSeconds: 10 },
    discovery: {
      kind: "endpoint-slices",
      namespace,
      // only the Services of one compatibility have its label
      selector: `${instanceLabel}=${name},${compatibilityLabel}`,
      roleLabel: partLabel,
      compatibilityLabel,
      resyncSeconds: discovery.resyncSeconds,
    },
    transfer: {
      mode: transfer.mode,
      leaseSeconds: transfer.leaseSeconds,
      leaseMarginSeconds: transfer.leaseMarginSeconds,
    },
    noPrefill: transfer.loadFailure,
    paths,
    admission,
    retries,
    health,
    timeouts,
    limits: { bodyBytes },
  };
}
