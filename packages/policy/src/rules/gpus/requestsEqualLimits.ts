import { isGpu } from "../../engine";
import { over, type Patch, type Rule } from "../../rule";
import type { Fields } from "../../view";

/** Extended resources cannot be overcommitted: the API server refuses a request that differs from its limit. */
export const requestsEqualLimits: Rule = {
  name: "gpu-requests-equal-limits",
  description: "GPU requests equal GPU limits.",
  severity: "medium",
  level: "mandatory",
  tags: ["gpu"],
  remediation: "Give the same number of GPUs under resources.limits and resources.requests, or under limits alone.",
  scope: "resource",
  check: ({ engines }) => over(engines, ({ container }) => unequal(container).map(({ message }) => message)),
  // the API server itself makes requests of limits, so that nothing changes but the time of the complaint
  remedy: ({ fields }) => patches(fields),
};

interface Unequal {
  name: string;
  limit?: string;
  message: string;
}

function unequal(container: Fields): Unequal[] {
  const [limits, requests] = [container.at("resources", "limits"), container.at("resources", "requests")];
  const names = new Set([...limits.entries(), ...requests.entries()].map(([name]) => name).filter(isGpu));
  return [...names].flatMap((name) => {
    const [limit, request] = [limits.at(name).text(), requests.at(name).text()];
    if (limit !== undefined && (request === undefined || Number(request) === Number(limit))) return [];
    const wrong = limit === undefined ? "has no limit" : `differs from its limit of ${limit}`;
    return {
      name,
      limit,
      message: `the request of ${request} ${name} ${wrong}, which Kubernetes refuses. Set both to ${limit ?? request}.`,
    };
  });
}

/** Limits to write in place of GPU requests that differ; what is not known yet stays. */
function patches(here: Fields): Patch[] {
  if (!here.known) return [];
  if (Array.isArray(here.value)) return here.items().flatMap(patches);
  const [limits, requests] = [here.at("limits"), here.at("requests")];
  const own = !limits.known || !requests.known ? [] : requests.entries().flatMap(patch(limits));
  return [...own, ...here.entries().flatMap(([, field]) => patches(field))];
}

const patch =
  (limits: Fields) =>
  ([name, request]: [string, Fields]): Patch[] => {
    const limit = limits.at(name);
    if (!isGpu(name) || !limit.known || !request.known || limit.number() === undefined) return [];
    return limit.number() === request.number() ? [] : [[request.path, limit.value ?? null]];
  };
