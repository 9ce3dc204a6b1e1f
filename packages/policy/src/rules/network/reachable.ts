import type { EngineView } from "../../engine";
import { servesPod } from "../../kubernetes";
import { over, type Rule } from "../../rule";
import { type Fields, kindOf, type ResourceView, titleOf } from "../../view";
import { coveredFamily } from "./addresses";
import { policiesFor } from "./policies";
import { leadsTo } from "./routes";

/** The gateway checks keys, hides admin routes and limits what runs; whoever passes it by passes all that by. */
export const reachable: Rule = {
  name: "engine-reachable-from-gateway-only",
  description: "Engines are reached only by the gateway, the router and Prometheus.",
  severity: "critical",
  level: "mandatory",
  tags: ["network", "security"],
  remediation:
    "Put a gateway in front: no LoadBalancer or NodePort Service, no externalIPs and no Ingress or route for engine pods, no hostPort, and NetworkPolicy rules that name the pods that may come.",
  scope: "stack",
  check: ({ resources, engines }) => [
    ...over(engines, (engine) => [...services(engine, resources), ...hostPorts(engine)]),
    ...over(engines, (engine) => wideRules(engine, resources)),
  ],
};

function services({ pod }: EngineView, resources: readonly ResourceView[]): string[] {
  const serving = resources.filter((one) => kindOf(one) === "Service" && servesPod(one, pod));
  return [
    ...serving.flatMap((one) =>
      ways(one.fields.at("spec")).map(
        ([how, way]) =>
          `${titleOf(one)} ${how} leads straight to the engine, past keys, limits and hidden routes. ${way}`,
      ),
    ),
    ...resources
      .filter((one) => serving.some((service) => leadsTo(one, service)))
      .map(
        (one) =>
          `${titleOf(one)} leads straight to the engine, past keys, limits and hidden routes. Let it lead to a gateway's Service.`,
      ),
  ];
}

/** How a Service is reached from outside of the cluster, and what to do about it. */
function ways(spec: Fields): [how: string, way: string][] {
  const type = spec.at("type").text() ?? "";
  const external = spec
    .at("externalIPs")
    .items()
    .map((one) => one.text());
  return [
    ...(["LoadBalancer", "NodePort"].includes(type)
      ? [[`of type ${type}`, "Make it ClusterIP, and expose a gateway."] as [string, string]]
      : []),
    ...(external.length > 0
      ? [[`with externalIPs ${external.join(", ")}`, "Remove them, and expose a gateway."] as [string, string]]
      : []),
  ];
}

function hostPorts({ container }: EngineView): string[] {
  const ports = container
    .at("ports")
    .items()
    .flatMap((port) => port.at("hostPort").number() ?? []);
  return ports.map(
    (port) => `hostPort ${port} opens the engine on its node's address, past every NetworkPolicy. Remove it.`,
  );
}

const name = "Name the pods that may come: the gateway's, the router's and Prometheus'.";

function wideRules({ pod }: EngineView, resources: readonly ResourceView[]): string[] {
  const policies = policiesFor(pod, resources, "some");
  const wide = policies.flatMap((policy) =>
    rulesOf(policy).flatMap((rule) => {
      const peer = peerThatIsWide(rule);
      return peer === undefined ? [] : `${titleOf(policy)} lets in ${peer}. ${name}`;
    }),
  );
  if (wide.length > 0) return wide;
  // what one leaves out another may let in
  const blocks = policies.flatMap((policy) => ({ policy, cidrs: rulesOf(policy).flatMap(cidrsOf) }));
  const family = coveredFamily(blocks.flatMap(({ cidrs }) => cidrs));
  if (family === undefined) return [];
  const parts = blocks.filter(({ cidrs }) => cidrs.length > 0);
  const titles = parts.map(({ policy }) => titleOf(policy)).join(" and ");
  return [
    `${titles} ${parts.length > 1 ? "together let" : "lets"} in every ${family} address (${parts.flatMap(({ cidrs }) => cidrs).join(", ")}). ${name}`,
  ];
}

const rulesOf = ({ fields }: ResourceView) => fields.at("spec", "ingress").items();
const cidrsOf = (rule: Fields) =>
  rule
    .at("from")
    .items()
    .flatMap((peer) => peer.at("ipBlock", "cidr").text() ?? []);

function peerThatIsWide(rule: Fields): string | undefined {
  const from = rule.at("from").items();
  if (from.length === 0) return "everyone (a rule without from)";
  return from.map(widePeer).find((wide) => wide !== undefined);
}

function widePeer(peer: Fields): string | undefined {
  const cidr = peer.at("ipBlock", "cidr").text();
  if (cidr !== undefined) return /\/0$/.test(cidr) ? `every address (${cidr})` : undefined;
  const [pods, namespaces] = [peer.at("podSelector"), peer.at("namespaceSelector")];
  const empty = (selector: Fields) =>
    selector.at("matchLabels").entries().length === 0 && selector.at("matchExpressions").items().length === 0;
  if (namespaces.exists && empty(namespaces) && (!pods.exists || empty(pods))) return "every pod of every namespace";
  return !namespaces.exists && pods.exists && empty(pods) ? "every pod of the namespace" : undefined;
}
