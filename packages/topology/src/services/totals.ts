import { sumRanges } from "../aws";
import { priceOf } from "../hardware";
import type { Explanations, GatewayPlan, NodeGroupPlan, PoolPlan, RouterPlan, Totals } from "../plan";

/** Sums over all pools; a sum with an unknown part is unknown. */
export function totalsOf(
  pools: Record<string, PoolPlan>,
  gateway: GatewayPlan,
  why: Explanations,
  nodeGroups?: Record<string, NodeGroupPlan>,
  router?: RouterPlan,
): Totals {
  const all = Object.values(pools);
  const groups = Object.values(nodeGroups ?? {});
  const sum = (of: (pool: PoolPlan) => number) => all.reduce((total, pool) => total + of(pool), 0);
  const known = (of: (pool: PoolPlan) => number | null) =>
    all.reduce<number | null>((total, pool) => add(total, of(pool)), 0);
  const usdPerHour = known((pool) => pool.usdPerHour);
  const priced = all.map((pool) => pool.instanceType && priceOf(pool.instanceType)).find((price) => price);
  const price = usdPerHour !== null && priced ? priced : null;
  return {
    engines: sum((pool) => pool.replicas),
    gpus: sum((pool) => pool.replicas * pool.gpusPerEngine),
    pods: sum((pool) => pool.replicas * pool.ranks.length) + gateway.replicas + (router?.replicas ?? 0),
    nodes: known((pool) => pool.nodes),
    usdPerHour: why.because(
      "totals.usdPerHour",
      usdPerHour,
      price
        ? `on-demand list price of the GPU nodes in ${price.region} on ${price.date}`
        : "the nodes have no list price that is known",
      "platform.nodes.instanceType",
    ),
    ...(groups.length > 0 && { usdPerHourRange: sumRanges(groups.map(({ cost }) => cost.usdPerHour)) }),
    priceDate: price?.date ?? null,
    priceRegion: price?.region ?? null,
  };
}

const add = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
