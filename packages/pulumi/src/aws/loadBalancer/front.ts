import type * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import type { ServingPlan } from "@sonar-iac/topology";
import { Alb } from "./alb";
import type { LoadBalancerArgs } from "./args";
import { albIngress } from "./ingress";
import { nlbService } from "./nlb";
import type { Site } from "./spec";

/** Puts a load balancer in front of a gateway, as planned, and says where clients find it. */
export function putInFront(
  name: string,
  args: LoadBalancerArgs,
  site: Site,
  { name: serviceName, loadBalancer: plan }: ServingPlan,
  service: k8s.core.v1.Service,
  opts: pulumi.ComponentResourceOptions,
): pulumi.Output<string> {
  if (args.kind === "nlb" && plan?.kind === "nlb")
    return nlbService(`${name}-nlb`, { args, plan, serviceName, service }, opts);
  if (args.kind === "alb-ingress" && plan?.kind === "alb-ingress")
    return albIngress(`${name}-alb`, { args, plan, serviceName, service }, opts);
  if (args.kind === "alb" && plan?.kind === "alb") {
    const subnetIds = args.subnetIds ?? site.subnetIds ?? [];
    return new Alb(`${name}-alb`, { plan, alb: args, cluster: site.cluster, subnetIds, service }, opts).url;
  }
  throw new Error(`the plan of ${name} has no load balancer of the kind ${args.kind}`);
}
