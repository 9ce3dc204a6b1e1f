import type { ServingPlan } from "@sonar-iac/topology";
import { bytes, duration } from "../text/units";

/** How long a request may take, and what waits for it. */
export function requestSentence({ timings, loadBalancer }: ServingPlan): string {
  const { engine, gateway } = timings;
  const idle = loadBalancer?.idleSeconds ?? timings.loadBalancerIdleSeconds;
  return (
    `A request may take ${timings.maxRequestSeconds} s: engine drains ${engine.drainSeconds}, pod may take ${engine.graceSeconds}, ` +
    `gateway waits ${gateway.serverSeconds}, load balancer ${idle}.`
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
export function priceSentence({ totals, explanations }: ServingPlan): string | undefined {
  if (totals.usdPerHourRange === null) {
    const unknown = explanations.find(
      ({ path, value }) => /^nodeGroups\..*\.cost\.usdPerHour\.max$/.test(path) && value === null,
    );
    return unknown && `The price of the GPU nodes is not known: ${unknown.reason}.`;
  }
  if (totals.usdPerHour === null || totals.priceDate === null) return undefined;
  const region = totals.priceRegion === null ? "" : ` in ${totals.priceRegion}`;
  const { min, max } = totals.usdPerHourRange ?? { min: 0, max: 0 };
  const size = min === max ? "" : ", from the fewest to the most,";
  return `The price is the on-demand list price of the GPU nodes${size}${region}, as of ${totals.priceDate}.`;
}
