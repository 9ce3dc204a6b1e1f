import type { Timings } from "../../plan";

/** Times that a load balancer follows. */
export type Clock = Pick<Timings, "maxRequestSeconds" | "gateway" | "loadBalancerIdleSeconds">;

/**
 * What load balancers wait for, in seconds; listeners of an NLB that end TLS have one fixed time.
 *
 * Source: attributes of load balancers, listeners and target groups, elbv2 API.
 */
export const limits = { albIdle: 4000, nlbIdle: { min: 60, max: 6000 }, nlbTlsIdle: 350, deregistration: 3600 };

/** What to do where a load balancer does not wait long enough: a shorter request, an NLB where it does, or the way inside the cluster. */
export function wayOut(clock: Clock, most: number, nlb?: string): string {
  const inside = 'the way inside the cluster, which nothing closes: gateway: { exposure: { kind: "cluster-ip" } }';
  const other = nlb !== undefined && clock.loadBalancerIdleSeconds <= limits.nlbIdle.max ? nlb : inside;
  return most >= 1 ? `Use at most ${most}, or ${other}.` : `Use ${other}.`;
}
