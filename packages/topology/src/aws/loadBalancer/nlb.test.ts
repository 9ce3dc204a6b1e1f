import { describe, expect, it } from "vitest";
import { messagesOf, plannedAs } from "../../../test-fixtures/loadBalancer";
import type { NlbPlan } from "../../plan";
import type { ReplicatedServiceSpec } from "../../services";
import type { LoadBalancerSpec } from "./spec";

const planned = plannedAs("nlb");
const messages = messagesOf(planned);
const tls: Partial<ReplicatedServiceSpec> = { gateway: { tls: true } };

function nlb(...args: Parameters<typeof planned>): NlbPlan {
  const { plan, problems } = planned(...args);
  if (plan?.loadBalancer?.kind !== "nlb") throw new Error(JSON.stringify(problems));
  return plan.loadBalancer;
}

describe("an NLB", () => {
  it.each<[string, Partial<LoadBalancerSpec>, Partial<ReplicatedServiceSpec>, Partial<NlbPlan>]>([
    [
      "passes TLS on to the gateway",
      {},
      tls,
      { listener: { port: 443, protocol: "TCP" }, backend: { port: 8443, protocol: "HTTPS" }, internal: true },
    ],
    [
      "ends TLS itself, for short requests",
      { tls: true, internal: false },
      { maxRequestSeconds: 60 },
      {
        listener: { port: 443, protocol: "TLS" },
        backend: { port: 8080, protocol: "HTTP" },
        internal: false,
        idleSeconds: 350,
      },
    ],
    [
      "ends TLS, and speaks it to the gateway",
      { tls: true },
      { ...tls, maxRequestSeconds: 60 },
      { listener: { port: 443, protocol: "TLS" }, backend: { port: 8443, protocol: "HTTPS" } },
    ],
    ["passes plain HTTP on", {}, {}, { listener: { port: 80, protocol: "TCP" } }],
    ["asks the plain port for health", {}, tls, { health: expect.objectContaining({ port: 8080, path: "/health" }) }],
    ["reaches all zones", {}, tls, { crossZone: true }],
    ["stays in its zone when it is told to", { crossZone: false }, tls, { crossZone: false }],
    ["stands in one zone", { subnets: [{ zone: "us-east-1a" }] }, tls, { internal: true }],
  ])("%s", (_, spec, over, expected) => expect(nlb(spec, over)).toMatchObject(expected));

  it.each([
    ["follows the clock", 900, { idleSeconds: 960, deregistrationSeconds: 970, connectionTermination: true }],
    ["waits at least as long as it must", 1, { idleSeconds: 61, connectionTermination: true }],
    [
      "does not close what is running after an hour",
      5940,
      { idleSeconds: 6000, deregistrationSeconds: 3600, connectionTermination: false },
    ],
  ] as const)("%s", (_, maxRequestSeconds, expected) =>
    expect(nlb({}, { ...tls, maxRequestSeconds })).toMatchObject(expected),
  );

  it("has an idle time of 60 s at the least", () => {
    const { idleSeconds } = nlb({}, { ...tls, maxRequestSeconds: 1, admission: { queueSeconds: 1 } });
    expect(idleSeconds).toBe(60);
  });

  it("outlasts the gateway's wait for a silent client", () => {
    const { plan } = planned({}, tls);
    expect(plan?.loadBalancer?.idleSeconds).toBeGreaterThan(plan?.timings.gateway.clientSeconds ?? Number.NaN);
  });

  it("waits for no longer request than AWS lets it, to the second", () => {
    expect(messages({}, { ...tls, maxRequestSeconds: 5941 })).toEqual([
      'maxRequestSeconds: 5941 s are more than an NLB waits for: it closes silent connections after 6000 s at the most. Use at most 5940, or the way inside the cluster, which nothing closes: gateway: { exposure: { kind: "cluster-ip" } }.',
    ]);
  });

  it("does not end TLS for requests that may be silent for longer than its fixed time", () => {
    expect(messages({ tls: true }, { maxRequestSeconds: 290 })).toEqual([]);
    expect(messages({ tls: true }, { maxRequestSeconds: 291 })).toEqual([
      "maxRequestSeconds: 291 s are more than an NLB waits for: one that ends TLS closes silent connections after 350 s, and that is fixed. Use at most 290, or TLS at the gateway: leave out certificateArn in the platform's loadBalancer, and give gateway.tlsSecretName.",
    ]);
    expect(messages({ tls: true })[0]).toContain("600 s are more than");
  });

  it("sends no keys through the internet in clear, and warns of it in the VPC", () => {
    expect(messages({ internal: false })).toEqual([
      "platform.loadBalancer: keys and texts go through the internet in clear, since nothing ends TLS. Give gateway.tlsSecretName, or for short requests a certificateArn to the NLB.",
    ]);
    const warnings = (...args: Parameters<typeof planned>) => planned(...args).plan?.warnings.map(({ path }) => path);
    expect(warnings()).toContain("platform.loadBalancer");
    expect(warnings({}, tls)).not.toContain("platform.loadBalancer");
  });

  it("is not there for a gateway that is told how it is reached", () => {
    const { plan } = planned({ internal: false }, { gateway: { exposure: "cluster-ip" } });
    expect(plan).not.toHaveProperty("loadBalancer");
  });

  it("says why it waits so long", () => {
    const explained = planned({}, tls).plan?.explanations.map(({ path }) => path);
    expect(explained).toEqual(
      expect.arrayContaining(["loadBalancer.idleSeconds", "loadBalancer.deregistrationSeconds"]),
    );
  });
});
