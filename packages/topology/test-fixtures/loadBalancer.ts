import type { LoadBalancerSpec } from "../src/aws/loadBalancer/spec";
import { planReplicatedService, type ReplicatedServiceSpec } from "../src/services";

/** Plans a service behind a load balancer of one kind. */
export const plannedAs =
  (kind: LoadBalancerSpec["kind"]) =>
  (loadBalancer: Partial<LoadBalancerSpec> = {}, over: Partial<ReplicatedServiceSpec> = {}) =>
    planReplicatedService("chat", {
      platform: { nodes: {}, loadBalancer: { kind, ...loadBalancer } },
      model: { source: "org/model" },
      ...over,
    });

/** What a plan is told, with its places. */
export const messagesOf =
  (planned: ReturnType<typeof plannedAs>) =>
  (...args: Parameters<typeof planned>) =>
    planned(...args).problems.map(({ path, message }) => `${path}: ${message}`);
