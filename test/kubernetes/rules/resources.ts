import { child } from "../path";
import { containersOf, type Pod } from "../pods";
import { isWhole, parseQuantity } from "../quantity";
import { qualifiedName } from "../syntax";
import { at, type Problems } from "./problems";

const NATIVE = ["cpu", "memory", "ephemeral-storage"];
const quantity = (value: string | number | undefined) => parseQuantity(value ?? "0") ?? 0n;
const isExtended = (name: string) => name.includes("/");
/** Devices and huge pages are given out whole: a node cannot promise more of them than it has. */
const isWholeOnly = (name: string) => isExtended(name) || name.startsWith("hugepages-");

/** Resources are ones that a container can have, in amounts that are not negative. */
export function* resourceNames(pod: Pod): Problems {
  for (const { container, path } of containersOf(pod)) {
    for (const part of ["limits", "requests"] as const) {
      for (const [name, amount] of Object.entries(container.resources?.[part] ?? {})) {
        const place = child(`${path}.resources.${part}`, name);
        if (!NATIVE.includes(name) && !isWholeOnly(name))
          yield `${place}: must be ${NATIVE.join(", ")}, hugepages-SIZE or domain/name`;
        else yield* at(place, qualifiedName(name));
        if (quantity(amount) < 0n) yield `${place}: ${amount} must not be negative`;
      }
    }
  }
}

/** A request is within its limit. */
export function* requestsWithinLimits(pod: Pod): Problems {
  for (const { container, path } of containersOf(pod)) {
    const { limits = {}, requests = {} } = container.resources ?? {};
    for (const [name, request] of Object.entries(requests)) {
      const limit = limits[name];
      if (isWholeOnly(name) || limit === undefined || quantity(request) <= quantity(limit)) continue;
      yield `${child(`${path}.resources.requests`, name)}: ${request} is above the limit of ${limit}`;
    }
  }
}

/** GPUs and other extended resources are whole numbers with a limit; a request, if any, equals it. */
export function* extendedResources(pod: Pod): Problems {
  for (const { container, path } of containersOf(pod)) {
    const { limits = {}, requests = {} } = container.resources ?? {};
    for (const name of new Set([...Object.keys(limits), ...Object.keys(requests)].filter(isWholeOnly))) {
      const limit = limits[name];
      const place = child(`${path}.resources.limits`, name);
      if (limit === undefined) {
        yield `${place}: is required where it is requested`;
        continue;
      }
      if (isExtended(name) && !isWhole(quantity(limit))) yield `${place}: ${limit} must be a whole number`;
      const request = requests[name] ?? limit;
      if (quantity(request) !== quantity(limit)) {
        yield `${child(`${path}.resources.requests`, name)}: ${request} must equal the limit of ${limit}`;
      }
    }
  }
}
