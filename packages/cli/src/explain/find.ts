import type { Explanation } from "@sonar-iac/topology";
import { nearest } from "../text/nearest";

/** An explanation, and the service or cache it is of. */
export interface Explained extends Explanation {
  service: string;
}

/** What was found for a path: the explanations at it and below it, or the nearest paths. */
export interface Found {
  explanations: Explained[];
  /** Paths that were probably meant; empty where something was found. */
  near: string[];
}

/**
 * Finds derived values by path. A path may begin with a service's name, `qwen3.timings`, and stands for all below it; an empty one
 * for all.
 */
export function findExplanations(plans: Record<string, { explanations: Explanation[] }>, path: string): Found {
  const all = Object.entries(plans).flatMap(([service, plan]) =>
    plan.explanations.map((one): Explained => ({ ...one, service })),
  );
  const wanted = path.replace(/\.+$/, "");
  const explanations = all.filter((one) => {
    return wanted === "" || isAtOrBelow(one.path, wanted) || isAtOrBelow(`${one.service}.${one.path}`, wanted);
  });
  if (explanations.length > 0) return { explanations: latest(explanations), near: [] };
  const several = Object.keys(plans).length > 1;
  return {
    explanations: [],
    near: nearest(
      wanted,
      all.map((one) => (several ? `${one.service}.${one.path}` : one.path)),
      5,
    ),
  };
}

function isAtOrBelow(path: string, wanted: string): boolean {
  return path === wanted || (path.startsWith(wanted) && (path[wanted.length] === "." || path[wanted.length] === "["));
}

/** Of several explanations of one value, the last decided it. */
function latest(explanations: Explained[]): Explained[] {
  return [...new Map(explanations.map((one) => [`${one.service} ${one.path}`, one])).values()];
}
