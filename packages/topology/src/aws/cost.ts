import { type InstanceType, priceOf } from "../hardware";
import type { Explanations, NodeGroupCost, NodeGroupPlan, PriceRange } from "../plan";
import { isListPriced } from "./capacity";

/** List price of a group from its fewest to its most nodes; null, never 0, where it is not known. */
export function planCost(
  instance: InstanceType,
  { scaling, capacity }: Pick<NodeGroupPlan, "scaling" | "capacity">,
  why: Explanations,
): NodeGroupCost {
  const price = priceOf(instance.type);
  const known = isListPriced(capacity) && price !== null;
  const usd = (nodes: number) => (known ? rounded(price.usdPerHour * nodes) : null);
  const reason = known
    ? `${price.usdPerHour} USD per hour and node on demand in ${price.region} on ${price.date}`
    : isListPriced(capacity)
      ? `the list has no price of a ${instance.type}`
      : capacity === "spot"
        ? "the price of spot capacity varies"
        : "a Capacity Block is paid when it is bought, at a price of its own";
  const min = why.because("cost.usdPerHour.min", usd(scaling.min), reason, "min");
  const max = why.because("cost.usdPerHour.max", usd(scaling.max), reason, "max");
  if (!known || min === null || max === null) return { usdPerHour: null, priceDate: null, priceRegion: null };
  return { usdPerHour: { min, max }, priceDate: price.date, priceRegion: price.region };
}

/** The sum of several prices; null where a part is not known. */
export function sumRanges(parts: readonly (PriceRange | null)[]): PriceRange | null {
  return parts.reduce<PriceRange | null>(
    (sum, part) => sum && part && { min: rounded(sum.min + part.min), max: rounded(sum.max + part.max) },
    { min: 0, max: 0 },
  );
}

const rounded = (usd: number) => Math.round(usd * 1000) / 1000;
