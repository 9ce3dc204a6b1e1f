import type { ServingPlan } from "@sonar-iac/topology";
import { bytes, duration } from "../text/units";

/** How long a request may take, and what waits for it. */
export function requestSentence({ timings, loadBalancer }: ServingPlan): string {
  const { engine, gateway, prefill, router } = timings;
  const idle = loadBalancer?.idleSeconds ?? timings.loadBalancerIdleSeconds;
  if (router && prefill) {
    return (
      `A request may take ${timings.maxRequestSeconds} s: a decode pod may take ${engine.graceSeconds} to stop ` +
      `and a prefill pod ${prefill.graceSeconds}, router waits ${router.decodeSeconds}, gateway waits ${gateway.serverSeconds}, load balancer ${idle}.`
    );
  }
  return (
    `A request may take ${timings.maxRequestSeconds} s: engine drains ${engine.drainSeconds}, pod may take ${engine.graceSeconds}, ` +
    `gateway waits ${gateway.serverSeconds}, load balancer ${idle}.`
  );
}

/** How long what prefill has computed may be used, and what an update of both sides waits for; nothing where engines serve whole requests. */
export function transferSentence({ transfer, router, timings }: ServingPlan): string | undefined {
  if (!transfer) return undefined;
  const { leaseSeconds, leaseMarginSeconds } = transfer;
  const pair = timings.startup.pairSeconds ?? 0;
  const late =
    router?.kind === "sonar"
      ? `an answer older than ${leaseSeconds - leaseMarginSeconds} s is never given to decode, prefill runs again`
      : "this router does not look how old an answer is, and then decode may give wrong text";
  return (
    `Prefill keeps blocks for ${leaseSeconds} s: ${late}. ` +
    `Where an update parts old from new, the first new engine of a side waits up to ${duration(pair)} for one of the other.`
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
