import { containersOf, type Placed, type Pod } from "../pods";
import { portReference } from "../syntax";
import type { Probe } from "../types";
import { at, exactlyOne, type Problems } from "./problems";

const HANDLERS = ["exec", "grpc", "httpGet", "tcpSocket"] as const;
const SECONDS = [
  "initialDelaySeconds",
  "timeoutSeconds",
  "periodSeconds",
  "successThreshold",
  "failureThreshold",
] as const;

function* probesOf(
  pod: Pod,
): Iterable<[path: string, probe: Probe, kind: "liveness" | "readiness" | "startup", at: Placed]> {
  for (const placed of containersOf(pod)) {
    for (const kind of ["liveness", "readiness", "startup"] as const) {
      const probe = placed.container[`${kind}Probe`];
      if (probe !== undefined) yield [`${placed.path}.${kind}Probe`, probe, kind, placed];
    }
  }
}

/** A probe does exactly one thing. */
export function* probeHandlers(pod: Pod): Problems {
  for (const [path, probe] of probesOf(pod)) {
    yield* at(path, exactlyOne(probe, HANDLERS));
    if (probe.exec !== undefined && (probe.exec.command ?? []).length === 0) yield `${path}.exec.command: is required`;
  }
}

/** Times and counts of a probe: none below zero; one success is enough for startup and liveness. */
export function* probeTimes(pod: Pod): Problems {
  for (const [path, probe, kind] of probesOf(pod)) {
    for (const field of SECONDS) {
      if ((probe[field] ?? 0) < 0) yield `${path}.${field}: must not be negative`;
    }
    // zero stands for the default, which is 1
    if (kind !== "readiness" && (probe.successThreshold || 1) !== 1) {
      yield `${path}.successThreshold: must be 1 for a ${kind} probe, is ${probe.successThreshold}`;
    }
    const grace = probe.terminationGracePeriodSeconds;
    if (grace !== undefined && kind === "readiness")
      yield `${path}.terminationGracePeriodSeconds: a readiness probe has none`;
    else if (grace !== undefined && grace <= 0) yield `${path}.terminationGracePeriodSeconds: must be above 0`;
  }
}

/**
 * A probe's port is in range, and a named one is a port of the container. The API server takes any name, and the kubelet
 * then fails the probe for ever.
 */
export function* probePorts(pod: Pod): Problems {
  for (const [path, probe, , { container }] of probesOf(pod)) {
    for (const handler of ["httpGet", "tcpSocket"] as const) {
      const port = probe[handler]?.port;
      if (port === undefined) continue;
      yield* at(`${path}.${handler}.port`, portReference(port));
      const names = (container.ports ?? []).flatMap(({ name }) => name ?? []);
      if (typeof port === "string" && !names.includes(port)) {
        yield `${path}.${handler}.port: the container has no port called ${JSON.stringify(port)}; it has ${names.join(", ") || "none with a name"}`;
      }
    }
  }
}
