import { attempt, type Outcome } from "../../rule";
import { type ResourceView, titleOf } from "../../view";

/** A sum over resources. */
export interface Total {
  sum: number;
  /** Each part with its resource: `StatefulSet qwen 2`. */
  parts: string[];
  /** What is not known, and not in the sum. */
  open: Outcome[];
}

/** Adds up what each resource has; what one has that is not known leaves the others to be counted. */
export function totalOf(resources: readonly ResourceView[], of: (resource: ResourceView) => number, digits = 0): Total {
  const total: Total = { sum: 0, parts: [], open: [] };
  for (const resource of resources) {
    const open = attempt(resource.urn, () => {
      const part = of(resource);
      total.sum += part;
      if (part > 0) total.parts.push(`${titleOf(resource)} ${part.toFixed(digits)}`);
      return [];
    });
    total.open.push(...open);
  }
  return total;
}
