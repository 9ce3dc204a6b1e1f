import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PDDisaggregationSpec, planPDDisaggregation } from "../services";
import type { RouterKind } from "./args";

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const services = fc.record({
  decode: fc.integer({ min: 1, max: 40 }),
  routers: fc.integer({ min: 1, max: 8 }),
  gateways: fc.integer({ min: 1, max: 8 }),
  perEngine: optional(fc.integer({ min: 1, max: 2000 })),
  queue: optional(fc.integer({ min: 0, max: 5000 })),
  queueSeconds: optional(fc.integer({ min: 1, max: 3600 })),
});

type Service = typeof services extends fc.Arbitrary<infer T> ? T : never;

function planOf({ decode, routers, gateways, ...admission }: Service, kind: RouterKind = "sonar") {
  const spec: PDDisaggregationSpec = {
    platform: { nodes: {} },
    model: { source: "org/model", maxLength: 4096 },
    prefill: { replicas: 2 },
    decode: { replicas: decode },
    router: { kind, replicas: routers },
    gateway: { replicas: gateways },
    admission,
  };
  const { plan, problems } = planPDDisaggregation("any", spec);
  if (!plan?.router) throw new Error(JSON.stringify(problems));
  return { router: plan.router, gateway: plan.gateway, timings: plan.timings };
}

describe("the gateway before routers", () => {
  it("never refuses, nor lets wait, what a router would: even when all of it comes through one gateway pod", () => {
    fc.assert(
      fc.property(services, (service) => {
        const { router, gateway, timings } = planOf(service);
        const taken = router.admission.running + router.admission.queue;
        // a pod of the gateway still has room for the request that a full router refuses
        expect(gateway.admission.perEngine).toBeGreaterThan(taken);
        expect(gateway.admission.queue).toBeGreaterThan(0);
        expect(gateway.admission.queueSeconds).toBeGreaterThan(router.admission.queueSeconds);
        expect(gateway.limits.maxConnections).toBeGreaterThan(
          gateway.admission.perEngine * router.replicas + gateway.admission.queue,
        );
        expect(timings.gateway.clientSeconds).toBeGreaterThan(
          gateway.admission.queueSeconds + timings.gateway.serverSeconds,
        );
        // both refuse the same bodies
        expect(router.bodyBytes).toBe(gateway.limits.bodyBytes);
        expect(router.memoryMiB * 2 ** 20).toBeGreaterThan(2 * taken * router.bodyBytes);
      }),
      { numRuns: 60 },
    );
  });

  it("is what limits where the router does not", () => {
    fc.assert(
      fc.property(services, (service) => {
        const { gateway } = planOf(service, "vllm-router");
        const wanted = (service.perEngine ?? 64) * service.decode;
        const running = gateway.admission.perEngine * gateway.replicas * service.routers;
        expect(running).toBeGreaterThanOrEqual(wanted);
        // each share is rounded up
        expect(running).toBeLessThan(wanted + service.routers * (gateway.replicas + 1));
      }),
      { numRuns: 60 },
    );
  });

  it("lets routers together run no less than the service takes on, and hardly more", () => {
    fc.assert(
      fc.property(services, (service) => {
        const { router } = planOf(service);
        const wanted = (service.perEngine ?? 64) * service.decode;
        const running = router.admission.running * router.replicas;
        expect(running).toBeGreaterThanOrEqual(wanted);
        expect(running).toBeLessThan(wanted + router.replicas);
      }),
      { numRuns: 60 },
    );
  });
});
