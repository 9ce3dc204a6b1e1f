import type { Rule } from "../../rule";
import { NotHere, over } from "../../rule/over";
import { type Fields, kindOf, type ResourceView } from "../../view";
import { isAlb, isPublic, loadBalancerTypes } from "./scheme";

const listenerTypes = ["aws:lb/listener:Listener", "aws:alb/listener:Listener"];

/** Keys and prompts pass through it. */
export const publicTls: Rule = {
  name: "public-load-balancer-tls",
  description: "What clients reach from outside speaks TLS only.",
  severity: "critical",
  level: "mandatory",
  tags: ["network", "security"],
  remediation: "Listen with HTTPS or TLS and a certificate; let port 80 at most redirect.",
  scope: "stack",
  check: ({ resources }) =>
    over(resources, (resource) => {
      if (listenerTypes.includes(resource.type)) return listener(resource, resources);
      const kind = kindOf(resource);
      if (kind === "Service" && isPublic(resource)) return service(resource.fields);
      return kind === "Ingress" ? ingress(resource) : undefined;
    }),
};

function listener(resource: ResourceView, all: readonly ResourceView[]): string | undefined {
  const { fields } = resource;
  const protocol = fields.at("protocol").text() ?? "HTTP";
  if (protocol === "HTTPS" || protocol === "TLS") return undefined;
  const actions = fields
    .at("defaultActions")
    .items()
    .map((action) => action.at("type").text());
  if (actions.length > 0 && actions.every((type) => type === "redirect")) return undefined;
  const balancer = all.find((one) => loadBalancerTypes.includes(one.type) && resource.dependsOn.includes(one.urn));
  if (balancer === undefined)
    throw new NotHere("its load balancer is not part of this stack, so that it is not known whether it is public");
  if (!isPublic(balancer)) return undefined;
  // bytes that a Network Load Balancer hands on may be encrypted further in
  if (protocol === "TCP" && Number(fields.at("port").text()) === 443) return undefined;
  return `the listener on port ${fields.at("port").text()} speaks ${protocol}: keys and prompts cross the internet in clear. Use HTTPS (or TLS) with a certificate, or redirect to it.`;
}

function service(fields: Fields): string[] {
  const certificate = fields.at("metadata", "annotations", "service.beta.kubernetes.io/aws-load-balancer-ssl-cert");
  if (certificate.exists) return [];
  return fields
    .at("spec", "ports")
    .items()
    .flatMap((port) => {
      const number = port.at("port").number();
      const encrypted =
        number === 443 ||
        [port.at("name").text(), port.at("appProtocol").text()].some((word) => /https|tls/i.test(word ?? ""));
      return encrypted
        ? []
        : `port ${number} has no TLS: keys and prompts cross the internet in clear. Use port 443 with TLS at the gateway, or a certificate at the load balancer.`;
    });
}

function ingress(resource: ResourceView): string | undefined {
  const { fields } = resource;
  if (isAlb(fields) && !isPublic(resource)) return undefined;
  const annotations = fields.at("metadata", "annotations");
  if (fields.at("spec", "tls").items().length > 0 || annotations.at("alb.ingress.kubernetes.io/certificate-arn").exists)
    return undefined;
  return "it has no TLS: keys and prompts pass in clear. Give spec.tls with a Secret, or a certificate annotation of your controller.";
}
