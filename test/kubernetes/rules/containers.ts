import { child } from "../path";
import { containersOf, type Pod } from "../pods";
import { dnsLabel, portName, portNumber } from "../syntax";
import { at, type Problems, repeated } from "./problems";

/** Containers and init containers have an image, and names that are labels and differ. */
export function* containerNames(pod: Pod): Problems {
  const containers = [...containersOf(pod)];
  if ((pod.template.spec?.containers ?? []).length === 0) yield `${pod.path}.containers: a pod needs at least one`;
  for (const { container, path } of containers) {
    yield* at(`${path}.name`, dnsLabel(container.name ?? ""));
    if (!container.image) yield `${path}.image: is required`;
  }
  for (const name of repeated(containers.map(({ container }) => container.name ?? ""))) {
    yield `${pod.path}.containers: two containers are called ${JSON.stringify(name)}`;
  }
}

/** Ports are in range; their names are short, well formed and differ within a container. */
export function* containerPorts(pod: Pod): Problems {
  for (const { container, path } of containersOf(pod)) {
    const ports = container.ports ?? [];
    for (const [index, port] of ports.entries()) {
      const place = child(`${path}.ports`, index);
      if (port.name !== undefined) yield* at(`${place}.name`, portName(port.name));
      yield* at(`${place}.containerPort`, portNumber(port.containerPort ?? 0));
      if (port.hostPort !== undefined) yield* at(`${place}.hostPort`, portNumber(port.hostPort));
      if (
        pod.template.spec?.hostNetwork === true &&
        port.hostPort !== undefined &&
        port.hostPort !== port.containerPort
      ) {
        yield `${place}.hostPort: must be the containerPort ${port.containerPort}, since the pod is on the host's network`;
      }
    }
    for (const name of repeated(ports.flatMap((port) => port.name ?? []))) {
      yield `${path}.ports: two ports are called ${JSON.stringify(name)}`;
    }
  }
}

const RUNNING_ONLY = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"] as const;

/** A container that runs to its end has no probes and no lifecycle hooks. */
export function* initContainers(pod: Pod): Problems {
  for (const { container, path, init } of containersOf(pod)) {
    if (!init) continue;
    for (const field of RUNNING_ONLY) {
      if (container[field] !== undefined) {
        yield `${path}.${field}: an init container has none; set restartPolicy: Always to make it a sidecar`;
      }
    }
  }
}
