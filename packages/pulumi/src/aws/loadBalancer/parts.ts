import type * as k8s from "@pulumi/kubernetes";
import type { LoadBalancerPlan } from "@sonar-iac/topology";
import type { LoadBalancerArgs } from "./args";

/** What a load balancer that the controller makes is told with. */
export interface Parts<Args extends LoadBalancerArgs, Plan extends LoadBalancerPlan> {
  args: Args;
  plan: Plan;
  /** The service whose gateway it is. */
  serviceName: string;
  /** The gateway's Service. */
  service: k8s.core.v1.Service;
}
