import { isIP } from "node:net";
import type { types } from "@pulumi/kubernetes";
import { child } from "../path";
import { dnsLabel, dnsSubdomain, portNumber, portReference, qualifiedName } from "../syntax";
import type { Of } from "../types";
import { labelSet } from "./labels";
import { at, type Problems, repeated } from "./problems";

type Service = Of<types.output.core.v1.ServiceSpec>;

const isHeadless = (spec: Service["spec"]) => (spec?.clusterIP ?? spec?.clusterIPs?.[0]) === "None";
const typeOf = (spec: Service["spec"]) => spec?.type ?? "ClusterIP";

/** Ports of a Service are there, in range and named apart; each has a name where there are several. */
export function* servicePorts({ spec }: Service): Problems {
  const ports = spec?.ports ?? [];
  if (ports.length === 0 && !isHeadless(spec) && typeOf(spec) !== "ExternalName") {
    yield "spec.ports: is required, except for a headless Service";
  }
  for (const [index, { name, port = 0, targetPort, nodePort, appProtocol }] of ports.entries()) {
    const path = child("spec.ports", index);
    if (name !== undefined && name !== "") yield* at(`${path}.name`, dnsLabel(name));
    else if (ports.length > 1) yield `${path}.name: is required where there are several ports`;
    yield* at(`${path}.port`, portNumber(port));
    if (targetPort !== undefined) yield* at(`${path}.targetPort`, portReference(targetPort));
    if (appProtocol !== undefined) yield* at(`${path}.appProtocol`, qualifiedName(appProtocol));
    if (nodePort && typeOf(spec) === "ClusterIP") yield `${path}.nodePort: must not be set with the type ClusterIP`;
  }
  for (const name of repeated(ports.flatMap((port) => port.name ?? []))) {
    yield `spec.ports: two ports are called ${JSON.stringify(name)}`;
  }
}

/** Only a Service of type ClusterIP is headless; an ExternalName has a name and no address. */
export function* serviceType({ spec }: Service): Problems {
  const type = typeOf(spec);
  if (isHeadless(spec) && type !== "ClusterIP") {
    yield `spec.clusterIP: None makes the Service headless, which a ${type} cannot be; leave one of them out`;
  }
  const address = spec?.clusterIP ?? "";
  if (address !== "" && address !== "None" && isIP(address) === 0)
    yield `spec.clusterIP: must be None or an address, is ${address}`;
  const [first] = spec?.clusterIPs ?? [];
  if (first !== undefined && spec?.clusterIP !== undefined && first !== spec.clusterIP) {
    yield `spec.clusterIPs[0]: must be the same as clusterIP, which is ${spec.clusterIP}`;
  }
  if (type === "ExternalName")
    yield* at("spec.externalName", dnsSubdomain((spec?.externalName ?? "").replace(/\.$/, "")));
  if (spec?.sessionAffinityConfig !== undefined && spec.sessionAffinity !== "ClientIP") {
    yield "spec.sessionAffinityConfig: works only with sessionAffinity: ClientIP";
  }
}

const LOAD_BALANCER_ONLY = ["allocateLoadBalancerNodePorts", "loadBalancerClass", "loadBalancerSourceRanges"] as const;

/** What is for traffic from outside needs a type that lets it in. */
export function* serviceExposure({ spec }: Service): Problems {
  const type = typeOf(spec);
  for (const field of LOAD_BALANCER_ONLY) {
    if (spec?.[field] !== undefined && type !== "LoadBalancer")
      yield `spec.${field}: works only with the type LoadBalancer`;
  }
  if (spec?.loadBalancerClass !== undefined) yield* at("spec.loadBalancerClass", qualifiedName(spec.loadBalancerClass));
  const external = type === "LoadBalancer" || type === "NodePort" || (spec?.externalIPs ?? []).length > 0;
  if (spec?.externalTrafficPolicy !== undefined && !external) {
    yield "spec.externalTrafficPolicy: works only with the types LoadBalancer and NodePort";
  }
}

/** The selector is a set of labels. */
export function* serviceSelector({ spec }: Service): Problems {
  yield* labelSet("spec.selector", spec?.selector);
}
