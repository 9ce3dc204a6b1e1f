import { type Case, casesOf } from "./case";
import * as objects from "./objects";

const service = casesOf(objects.SERVICE);
const headless = casesOf(objects.HEADLESS);
const ingress = casesOf(objects.INGRESS);
const policy = casesOf(objects.NETWORK_POLICY);
const path = "spec.rules[0].http.paths[0]";

/** What the rules about Services, Ingresses and NetworkPolicies refuse. */
export const NETWORK_CASES: Case[] = [
  service(
    "a Service without ports",
    { "spec.ports": undefined },
    "spec.ports",
    "is required, except for a headless Service",
  ),
  service(
    "a port without a name among several",
    { "spec.ports[0].name": undefined },
    "spec.ports[0].name",
    "is required where there are several ports",
  ),
  service(
    "two Service ports of one name",
    { "spec.ports[1].name": "http" },
    "spec.ports",
    'two ports are called "http"',
  ),
  service(
    "a Service port's name with a dot",
    { "spec.ports[0].name": "h.2" },
    "spec.ports[0].name",
    "must be lower-case letters",
  ),
  service("a Service port out of range", { "spec.ports[0].port": 0 }, "spec.ports[0].port", "from 1 to 65535"),
  service(
    "a target's name of 16 characters",
    { "spec.ports[0].targetPort": "a".repeat(16) },
    "spec.ports[0].targetPort",
    "at most 15 are allowed",
  ),
  service(
    "a node port of a ClusterIP",
    { "spec.ports[0].nodePort": 30000 },
    "spec.ports[0].nodePort",
    "must not be set with the type ClusterIP",
  ),
  service(
    "a selector's value with a slash",
    { "spec.selector": { model: "a/b" } },
    "spec.selector.model",
    "must be letters",
  ),
  headless(
    "a headless LoadBalancer",
    { "spec.type": "LoadBalancer", "spec.ports": [{ port: 80 }] },
    "spec.clusterIP",
    "a LoadBalancer cannot be",
  ),
  headless(
    "two opinions of the address",
    { "spec.clusterIPs": ["10.96.0.7"] },
    "spec.clusterIPs[0]",
    "must be the same as clusterIP, which is None",
  ),
  service("an address that is none", { "spec.clusterIP": "none" }, "spec.clusterIP", "must be None or an address"),
  casesOf(objects.LOAD_BALANCER)(
    "a class of load balancers that is none",
    { "spec.loadBalancerClass": "" },
    "spec.loadBalancerClass",
    "must be letters",
  ),
  casesOf(objects.EXTERNAL_NAME)(
    "an ExternalName without one",
    { "spec.externalName": undefined },
    "spec.externalName",
    "must be lower-case letters",
  ),
  service(
    "an affinity's times without affinity",
    { "spec.sessionAffinityConfig.clientIP.timeoutSeconds": 60 },
    "spec.sessionAffinityConfig",
    "works only with sessionAffinity: ClientIP",
    "it is dropped in silence",
  ),
  service(
    "sources of a ClusterIP",
    { "spec.loadBalancerSourceRanges": ["10.0.0.0/8"] },
    "spec.loadBalancerSourceRanges",
    "works only with the type LoadBalancer",
  ),
  service(
    "outside traffic of a ClusterIP",
    { "spec.externalTrafficPolicy": "Local" },
    "spec.externalTrafficPolicy",
    "works only with the types LoadBalancer and NodePort",
  ),

  ingress("a path without a type", { [`${path}.pathType`]: undefined }, `${path}.pathType`, "is required"),
  ingress("a relative path", { [`${path}.path`]: "v1" }, `${path}.path`, "must begin with /"),
  ingress(
    "a path to nowhere",
    { [`${path}.backend`]: {} },
    `${path}.backend`,
    "must have exactly one of resource, service; has none",
  ),
  ingress(
    "a backend with two ports",
    { [`${path}.backend.service.port.number`]: 80 },
    `${path}.backend.service.port`,
    "has name and number",
  ),
  ingress(
    "a host that is an address",
    { "spec.rules[0].host": "10.0.0.1" },
    "spec.rules[0].host",
    "must be a name, not an address",
  ),
  ingress(
    "a class that is none",
    { "spec.ingressClassName": "" },
    "spec.ingressClassName",
    "must be lower-case letters",
  ),
  ingress(
    "a certificate's host in capitals",
    { "spec.tls[0].hosts[0]": "Qwen.example.com" },
    "spec.tls[0].hosts[0]",
    "must be lower-case letters",
  ),
  ingress(
    "a certificate's Secret in capitals",
    { "spec.tls[0].secretName": "TLS" },
    "spec.tls[0].secretName",
    "must be lower-case letters",
  ),
  ingress("a host without paths", { "spec.rules[0].http.paths": [] }, "spec.rules[0].http.paths", "is required"),
  ingress("an Ingress of nothing", { "spec.rules": undefined }, "spec", "must have rules or a defaultBackend"),

  policy(
    "a range of ports by name",
    { "spec.ingress[0].ports[1].endPort": 9 },
    "spec.ingress[0].ports[1].endPort",
    "needs a port that is a number",
  ),
  policy(
    "a range of ports upside down",
    { "spec.ingress[0].ports[2].endPort": 9 },
    "spec.ingress[0].ports[2].endPort",
    "must not be below the port",
  ),
  policy(
    "a range of ports that goes too far",
    { "spec.ingress[0].ports[2].endPort": 65536 },
    "spec.ingress[0].ports[2].endPort",
    "from 1 to 65535",
  ),
  policy(
    "a peer that is nobody",
    { "spec.ingress[0].from[0]": {} },
    "spec.ingress[0].from[0]",
    "must name pods, namespaces or an ipBlock",
  ),
  policy(
    "a peer that is two things",
    { "spec.egress[0].to[0].podSelector": {} },
    "spec.egress[0].to[0].ipBlock",
    "must not stand beside a selector",
  ),
  policy(
    "a range of addresses that is none",
    { "spec.egress[0].to[0].ipBlock.cidr": "10.0.0.0" },
    "spec.egress[0].to[0].ipBlock.cidr",
    "must be an address range",
  ),
];
