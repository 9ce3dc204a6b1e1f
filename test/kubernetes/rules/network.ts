import { isIP } from "node:net";
import type { types } from "@pulumi/kubernetes";
import { child } from "../path";
import { dnsLabel, dnsSubdomain, portName, portNumber, portReference } from "../syntax";
import type { Of, Partly } from "../types";
import { at, exactlyOne, type Problems } from "./problems";

type Networking = {
  backend: Partly<types.output.networking.v1.IngressBackend>;
  port: Partly<types.output.networking.v1.NetworkPolicyPort>;
  peer: Partly<types.output.networking.v1.NetworkPolicyPeer>;
};

function* ingressBackend(path: string, backend: Networking["backend"] | undefined): Problems {
  yield* at(path, exactlyOne(backend, ["resource", "service"]));
  const { service } = backend ?? {};
  if (service === undefined) return;
  yield* at(`${path}.service.name`, dnsLabel(service.name ?? ""));
  yield* at(`${path}.service.port`, exactlyOne(service.port, ["name", "number"]));
  if (service.port?.number !== undefined) yield* at(`${path}.service.port.number`, portNumber(service.port.number));
  if (service.port?.name !== undefined) yield* at(`${path}.service.port.name`, portName(service.port.name));
}

function* hostName(path: string, host: string): Problems {
  yield* at(path, isIP(host) ? "must be a name, not an address" : dnsSubdomain(host.replace(/^\*\./, "")));
}

/** Each path of an Ingress is absolute and leads somewhere. That it has a type is in the schema. */
export function* ingress({ spec }: Of<types.output.networking.v1.IngressSpec>): Problems {
  if (spec?.defaultBackend === undefined && (spec?.rules ?? []).length === 0)
    yield "spec: must have rules or a defaultBackend";
  if (spec?.ingressClassName !== undefined) yield* at("spec.ingressClassName", dnsSubdomain(spec.ingressClassName));
  for (const [index, { hosts, secretName }] of (spec?.tls ?? []).entries()) {
    const path = child("spec.tls", index);
    for (const [position, host] of (hosts ?? []).entries()) yield* hostName(child(`${path}.hosts`, position), host);
    if (secretName !== undefined) yield* at(`${path}.secretName`, dnsSubdomain(secretName));
  }
  if (spec?.defaultBackend !== undefined) yield* ingressBackend("spec.defaultBackend", spec.defaultBackend);
  for (const [index, { host, http }] of (spec?.rules ?? []).entries()) {
    const rule = child("spec.rules", index);
    if (host !== undefined && host !== "") yield* hostName(`${rule}.host`, host);
    if (http !== undefined && (http.paths ?? []).length === 0) yield `${rule}.http.paths: is required`;
    for (const [position, { path = "", pathType, backend }] of (http?.paths ?? []).entries()) {
      const place = child(`${rule}.http.paths`, position);
      if (!path.startsWith("/") && (path !== "" || pathType !== "ImplementationSpecific"))
        yield `${place}.path: must begin with /`;
      yield* ingressBackend(`${place}.backend`, backend);
    }
  }
}

function* policyPort(path: string, { port, endPort }: Networking["port"]): Problems {
  if (port !== undefined) yield* at(`${path}.port`, portReference(port));
  if (endPort !== undefined && typeof port !== "number") yield `${path}.endPort: needs a port that is a number`;
  else if (endPort !== undefined && endPort < Number(port)) yield `${path}.endPort: must not be below the port`;
  else if (endPort !== undefined) yield* at(`${path}.endPort`, portNumber(endPort));
}

const isCidr = (text: string) => {
  const [address = "", bits = "", ...rest] = text.split("/");
  const version = isIP(address);
  return version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
};

function* policyPeer(path: string, peer: Networking["peer"]): Problems {
  const { ipBlock, podSelector, namespaceSelector } = peer;
  if (ipBlock === undefined) {
    if (podSelector === undefined && namespaceSelector === undefined)
      yield `${path}: must name pods, namespaces or an ipBlock`;
    return;
  }
  if (podSelector !== undefined || namespaceSelector !== undefined)
    yield `${path}.ipBlock: must not stand beside a selector`;
  for (const [index, cidr] of [ipBlock.cidr ?? "", ...(ipBlock.except ?? [])].entries()) {
    const place = index === 0 ? `${path}.ipBlock.cidr` : child(`${path}.ipBlock.except`, index - 1);
    if (!isCidr(cidr)) yield `${place}: ${JSON.stringify(cidr)} must be an address range such as 10.0.0.0/8`;
  }
}

/** Ports and peers of a NetworkPolicy. */
export function* networkPolicy({ spec }: Of<types.output.networking.v1.NetworkPolicySpec>): Problems {
  const rules = [
    ...(spec?.ingress ?? []).map(({ from, ports }, index) => ({
      path: child("spec.ingress", index),
      side: "from",
      peers: from,
      ports,
    })),
    ...(spec?.egress ?? []).map(({ to, ports }, index) => ({
      path: child("spec.egress", index),
      side: "to",
      peers: to,
      ports,
    })),
  ];
  for (const { path, side, peers, ports } of rules) {
    for (const [index, port] of (ports ?? []).entries()) yield* policyPort(child(`${path}.ports`, index), port);
    for (const [index, peer] of (peers ?? []).entries()) yield* policyPeer(child(`${path}.${side}`, index), peer);
  }
}
