import type { ServingPlan } from "@sonar-iac/topology";
import { bytes, duration } from "../text/units";

/** How long a request may take, and what waits for it. */
export function requestSentence({ timings }: ServingPlan): string {
  const { engine, gateway } = timings;
  return (
    `A request may take ${timings.maxRequestSeconds} s: engine drains ${engine.drainSeconds}, pod may take ${engine.graceSeconds}, ` +
    `gateway waits ${gateway.serverSeconds}, load balancer ${timings.loadBalancerIdleSeconds}.`
  );
}

/** How long a start may take, and of what that is made. */
export function startSentence({ timings, model, warmUp }: ServingPlan): string {
  const { loadSeconds, probeSeconds } = timings.startup;
  const weights = model.weightsBytes === undefined ? "weights" : bytes(model.weightsBytes);
  const load =
    loadSeconds === null ? "loading weights whose size is not stated" : `${weights} in ${duration(loadSeconds)}`;
  return `A start may take ${duration(probeSeconds)}: ${load}, compile, capture${warmUp ? ", warm-up" : ""}.`;
}

/** Where the price is from. */
export function priceSentence({ totals }: ServingPlan): string | undefined {
  if (totals.usdPerHour === null || totals.priceDate === null) return undefined;
  const region = totals.priceRegion === null ? "" : ` in ${totals.priceRegion}`;
  return `The price is the on-demand list price of the GPU nodes${region}, as of ${totals.priceDate}.`;
}
