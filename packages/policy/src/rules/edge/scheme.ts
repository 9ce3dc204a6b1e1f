import { type Fields, kindOf, type ResourceView } from "../../view";

/** Types of AWS load balancers; the second is an old name of the first. */
export const loadBalancerTypes = ["aws:lb/loadBalancer:LoadBalancer", "aws:alb/loadBalancer:LoadBalancer"];

/** Annotations with which a Service asks for a load balancer that only its network reaches. */
const internal: readonly [annotation: string, value: RegExp][] = [
  ["service.beta.kubernetes.io/aws-load-balancer-scheme", /^internal$/],
  ["service.beta.kubernetes.io/aws-load-balancer-internal", /^true$/],
  ["networking.gke.io/load-balancer-type", /^Internal$/i],
  ["cloud.google.com/load-balancer-type", /^Internal$/i],
  ["service.beta.kubernetes.io/azure-load-balancer-internal", /^true$/],
];

/** Whether the internet reaches it; undefined for what is no load balancer, or where a controller decides that nothing here shows. */
export function isPublic(resource: ResourceView): boolean | undefined {
  const { fields } = resource;
  if (loadBalancerTypes.includes(resource.type)) return !fields.at("internal").flag();
  const kind = kindOf(resource);
  const annotations = fields.at("metadata", "annotations");
  if (kind === "Service" && fields.at("spec", "type").text() === "LoadBalancer") {
    if (internal.some(([name, value]) => value.test(annotations.at(name).text() ?? ""))) return false;
    const scheme = annotations.at("service.beta.kubernetes.io/aws-load-balancer-scheme").exists;
    // the AWS Load Balancer Controller makes internal ones unless it is told otherwise
    return scheme || fields.at("spec", "loadBalancerClass").text() !== "service.k8s.aws/nlb";
  }
  if (kind !== "Ingress" || !isAlb(fields)) return undefined;
  return annotations.at("alb.ingress.kubernetes.io/scheme").text() === "internet-facing";
}

/** Whether an Ingress becomes an ALB. */
export function isAlb(ingress: Fields): boolean {
  const annotations = ingress.at("metadata", "annotations");
  const className =
    ingress.at("spec", "ingressClassName").text() ?? annotations.at("kubernetes.io/ingress.class").text();
  return className === "alb" || annotations.entries().some(([name]) => name.startsWith("alb.ingress.kubernetes.io/"));
}
