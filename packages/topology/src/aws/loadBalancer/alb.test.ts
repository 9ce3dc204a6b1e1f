import { describe, expect, it } from "vitest";
import { messagesOf, plannedAs } from "../../../test-fixtures/loadBalancer";
import type { LoadBalancerSpec } from "./spec";

describe.each(["alb", "alb-ingress"] as const)("an ALB of the kind %s", (kind) => {
  const planned = plannedAs(kind);
  const messages = messagesOf(planned);

  it("outlasts the gateway, and lets its pods finish", () => {
    const { plan } = planned({}, { maxRequestSeconds: 900 });
    if (!plan?.loadBalancer) throw new Error("no load balancer");
    const { gateway } = plan.timings;
    expect(plan.gateway.exposure).toBe(kind);
    expect(plan.loadBalancer.idleSeconds).toBeGreaterThan(gateway.clientSeconds);
    expect(plan.loadBalancer.idleSeconds).toBeLessThan(gateway.keepAliveSeconds);
    expect(plan.loadBalancer.deregistrationSeconds).toBeGreaterThan(gateway.hardStopSeconds);
    expect(plan.loadBalancer).toMatchObject({
      internal: true,
      backend: { port: 8080, protocol: "HTTP" },
      health: { port: 8080, path: "/health" },
    });
  });

  it("speaks TLS to a gateway that has it, and asks for health in plain", () => {
    const { plan } = planned({ internal: false }, { gateway: { tls: true, ports: { https: 9443 } } });
    expect(plan?.loadBalancer).toMatchObject({
      internal: false,
      backend: { port: 9443, protocol: "HTTPS" },
      health: { port: 8080 },
    });
  });

  it("is not there for a gateway that is told how it is reached", () => {
    const { plan } = planned({ subnets: [] }, { gateway: { exposure: "cluster-ip" } });
    expect(plan).not.toHaveProperty("loadBalancer");
    expect(plan?.gateway.exposure).toBe("cluster-ip");
  });

  it("waits for no longer request than EC2 lets it, to the second", () => {
    const told = messages({}, { maxRequestSeconds: 4000 });
    expect(told).toEqual([
      'maxRequestSeconds: 4000 s are more than an ALB waits for: it closes silent connections after 4000 s, and lets go of pods that leave after 3600 s. Use at most 3530, or an NLB, which waits up to 6000 s where TLS ends at the gateway: loadBalancer: { kind: "nlb" } in the platform, and gateway.tlsSecretName.',
    ]);
    expect(messages({}, { maxRequestSeconds: 3530 })).toEqual([]);
    expect(messages({}, { maxRequestSeconds: 3531 })).toHaveLength(1);
    expect(messages({}, { admission: { queueSeconds: 3600 } })[0]).toContain("Use an NLB");
  });

  it("leads those who ask for more than an NLB can do inside the cluster", () => {
    const [told] = messages({}, { maxRequestSeconds: 5941 });
    expect(told).toContain("Use at most 3530, or the way inside the cluster");
    expect(messages({}, { maxRequestSeconds: 5940 })[0]).toContain("or an NLB");
  });

  it("lets as many bytes of headers through as the gateway has room for", () => {
    const gateway = { maxBodyMiB: 0.01 };
    expect(planned({}, { gateway }).plan?.gateway.limits.bufferBytes).toBe(96 * 1024);
    const inside = planned({}, { gateway: { ...gateway, exposure: "cluster-ip" } });
    expect(inside.plan?.gateway.limits.bufferBytes).toBe(64 * 1024);
  });

  it.each<[LoadBalancerSpec["subnets"], boolean, string]>([
    [[{}], true, "has 1 from the platform"],
    [[], false, "has 0"],
    [[{ zone: "a" }, { zone: "a" }], false, "has those of a only"],
  ])("needs two zones: %j", (subnets, commonSubnets, found) => {
    expect(messages({ subnets, commonSubnets })).toEqual([
      `platform.loadBalancer.subnetIds: an ALB needs subnets in two availability zones or more, but ${found}. Give it subnets of its own.`,
    ]);
  });

  it("has a host for one service only", () => {
    expect(messages({ hostTakenBy: "batch" })).toEqual([
      'platform.loadBalancer.host: leads to the service "batch" already. Give each service a platform with a host of its own, or say here how it is reached: gateway: { exposure: … }.',
    ]);
    expect(messages({ hostTakenBy: "batch" }, { gateway: { exposure: "cluster-ip" } })).toEqual([]);
  });

  it("takes subnets of two zones, of unstated ones, and those that are known later", () => {
    expect(messages({ subnets: [{ zone: "a" }, { zone: "b" }] })).toEqual([]);
    expect(messages({ subnets: [{}, {}] })).toEqual([]);
    expect(messages({})).toEqual([]);
  });
});
