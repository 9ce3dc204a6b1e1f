import type { GatewayPlan, Timings } from "@sonar-iac/topology";
import { describe, expect, it } from "vitest";
import type { HaproxySite } from "../site";
import { checkInputs } from ".";

const gateway: GatewayPlan = {
  replicas: 1,
  ports: { http: 8080, https: null, metrics: 8404 },
  balance: { policy: "least-requests" },
  admission: { perEngine: 1, queue: 0, queueSeconds: 1, retryAfterSeconds: 1 },
  slots: 1,
  limits: { bodyBytes: 1000, bufferBytes: 65_536, maxConnections: 10 },
  paths: [{ methods: ["GET"], path: "/v1/models" }],
  tls: false,
  exposure: "cluster-ip",
  memoryMiB: 64,
};
const times = {
  connectSeconds: 1,
  serverSeconds: 1,
  clientSeconds: 1,
  requestSeconds: 1,
  keepAliveSeconds: 1,
  lingerSeconds: 0,
  hardStopSeconds: 1,
  graceSeconds: 1,
};
const site: HaproxySite = {
  engines: { kind: "dns", records: ["_http._tcp.engines.llm.svc.cluster.local"] },
  healthPath: "/health",
  clientsMapFile: "/run/clients.map",
  engineKeyVariable: "KEY",
  resolvers: "resolv.conf",
};
const check =
  (plan: Partial<GatewayPlan> = {}, place: Partial<HaproxySite> = {}, other: Partial<Timings["gateway"]> = {}) =>
  () =>
    checkInputs({ ...gateway, ...plan }, { gateway: { ...times, ...other } } as Timings, { ...site, ...place });
const addresses = (...list: string[]): Partial<HaproxySite> => ({ engines: { kind: "static", addresses: list } });
const record = (name: string): Partial<HaproxySite> => ({
  engines: { kind: "dns", records: ["_http._tcp.engines.llm.svc.cluster.local", name] },
});

describe("what a configuration cannot hold", () => {
  it("accepts what is well", () => {
    expect(check()).not.toThrow();
    expect(check({}, addresses("10.0.0.1:2242", "[fd00::1]:2242"))).not.toThrow();
    expect(
      check({ tls: true, ports: { http: 1, https: 2, metrics: 3 } }, { certificateFile: "/t/tls.crt" }),
    ).not.toThrow();
    expect(check({}, { bindAddress: "::1", resolvers: { nameserver: "10.96.0.10:53" } })).not.toThrow();
  });

  it.each<[string, Partial<GatewayPlan>]>([
    ["gateway.ports.http", { ports: { http: 0, https: null, metrics: 1 } }],
    ["gateway.ports", { ports: { http: 80, https: null, metrics: 80 } }],
    ["gateway.ports.https", { tls: true }],
    ["gateway.admission.perEngine", { admission: { ...gateway.admission, perEngine: 0 } }],
    ["gateway.admission.queue", { admission: { ...gateway.admission, queue: 1.5 } }],
    ["gateway.admission.queueSeconds", { admission: { ...gateway.admission, queueSeconds: 0 } }],
    ["gateway.slots", { slots: 0 }],
    ["gateway.limits.bodyBytes", { limits: { ...gateway.limits, bodyBytes: Number.NaN } }],
    ["gateway.limits.bufferBytes", { limits: { ...gateway.limits, bufferBytes: 16_384 } }],
    ["gateway.balance.maxImbalance", { balance: { policy: "session-affinity", header: "x", maxImbalance: 0.5 } }],
    [
      "gateway.balance.header",
      { balance: { policy: "session-affinity", header: "x) unless { always_true", maxImbalance: 2 } },
    ],
    ["gateway.balance.prefixBytes", { balance: { policy: "prefix-affinity", prefixBytes: 60_000, maxImbalance: 2 } }],
    ["gateway.paths[0].path", { paths: [{ methods: ["GET"], path: "/v1/models }\n  http-request allow" }] }],
    ["gateway.paths[0].path", { paths: [{ methods: ["GET"], path: "/v1/x{id}" }] }],
    ["gateway.paths[0].path", { paths: [{ methods: ["GET"], path: "/v1/.*'" }] }],
    ["gateway.paths[0].methods", { paths: [{ methods: ["GET }"], path: "/v1" }] }],
    ["gateway.paths[0].methods", { paths: [{ methods: [], path: "/v1" }] }],
  ])("%s in the plan: %j", (path, plan) => {
    expect(check(plan)).toThrow(`\n  ${path}  `);
  });

  it.each<[string, Partial<HaproxySite>]>([
    ["site.engines.records[1]", record("engines llm")],
    ["site.engines.records[1]", record("engines.llm.svc.cluster.local")],
    ["site.engines.addresses", addresses()],
    ["site.engines.addresses[1]", addresses("10.0.0.1:1", "engine:2242")],
    ["site.engines.addresses[0]", addresses("10.0.0.1:70000")],
    ["site.engines.addresses[0]", addresses("10.0.0.1:1 weight 0")],
    ["site.healthPath", { healthPath: "health'" }],
    ["site.clientsMapFile", { clientsMapFile: "clients.map" }],
    ["site.clientsMapFile", { clientsMapFile: "/a),lower" }],
    ["site.engineKeyVariable", { engineKeyVariable: "KEY)]" }],
    ["site.certificateFile", { certificateFile: "/t.pem" }],
    ["site.bindAddress", { bindAddress: "localhost" }],
    ["site.resolvers", { resolvers: { nameserver: "10.96.0.10" } }],
  ])("%s: %j", (path, place) => {
    expect(check({}, place)).toThrow(`\n  ${path}  `);
  });

  it.each([
    "connectSeconds",
    "serverSeconds",
    "clientSeconds",
    "requestSeconds",
    "keepAliveSeconds",
    "hardStopSeconds",
  ] as const)("%s of 0, below 0, too long or no number", (name) => {
    for (const value of [0, -1, 3_000_000, Number.NaN, Number.POSITIVE_INFINITY])
      expect(check({}, {}, { [name]: value })).toThrow(`timings.gateway.${name}  `);
  });

  it("tells of all at once, each with its value and the way out", () => {
    const error = check({ slots: 0 }, { healthPath: "health" }, { lingerSeconds: -1 });
    expect(error).toThrow("gateway.slots  0: give a whole number from 1 to 10000.");
    expect(error).toThrow('site.healthPath  "health": give a path like /health.');
    expect(error).toThrow("timings.gateway.lingerSeconds  -1: give seconds from 0 (none)");
  });
});
