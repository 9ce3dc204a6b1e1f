import type { Balance, GatewayPlan, Timings } from "@sonar-iac/topology";
import { describe, expect, it } from "vitest";
import { printHaproxy } from "./print";
import type { HaproxySite } from "./site";

const gateway: GatewayPlan = {
  replicas: 2,
  ports: { http: 8080, https: null, metrics: 8404 },
  balance: { policy: "least-requests" },
  admission: { perEngine: 32, queue: 96, queueSeconds: 30, retryAfterSeconds: 3 },
  slots: 8,
  limits: { bodyBytes: 327_680, bufferBytes: 360_448, maxConnections: 584 },
  paths: [
    { methods: ["GET"], path: "/v1/models" },
    { methods: ["GET", "POST"], path: "/v1/responses/{response_id}/cancel.now" },
  ],
  tls: false,
  exposure: "cluster-ip",
  memoryMiB: 512,
};
const timings = {
  gateway: {
    connectSeconds: 3,
    serverSeconds: 910,
    clientSeconds: 945,
    requestSeconds: 30,
    keepAliveSeconds: 975,
    lingerSeconds: 15,
    hardStopSeconds: 950,
    graceSeconds: 970,
  },
} as Timings;
const site: HaproxySite = {
  engines: { kind: "dns", records: ["_http._tcp.qwen3-serve.llm.svc.cluster.local"] },
  healthPath: "/health",
  clientsMapFile: "/run/sonar/clients.map",
  engineKeyVariable: "SONAR_ENGINE_KEY",
  resolvers: "resolv.conf",
};
const tls = { tls: true, ports: { http: 8080, https: 8443, metrics: 8404 } };
const print = (
  plan: Partial<GatewayPlan> = {},
  place: Partial<HaproxySite> = {},
  times: Partial<Timings["gateway"]> = {},
) =>
  printHaproxy(
    { ...gateway, ...plan },
    { ...timings, gateway: { ...timings.gateway, ...times } },
    { ...site, ...place },
  );
const lines = (text: string) => text.split("\n").map((line) => line.trim());

describe("printHaproxy", () => {
  it("prints the whole configuration", async () => {
    await expect(print()).toMatchFileSnapshot("./golden/least-requests.cfg");
  });

  it("prints TLS, affinity and static engines", async () => {
    const text = print(
      { ...tls, balance: { policy: "prefix-affinity", prefixBytes: 1024, maxImbalance: 1.25 } },
      {
        certificateFile: "/etc/sonar-tls/tls.crt",
        engines: { kind: "static", addresses: ["10.0.0.1:2242", "[fd00::2]:2242"] },
        bindAddress: "127.0.0.1",
      },
    );
    await expect(text).toMatchFileSnapshot("./golden/prefix-affinity-tls.cfg");
  });

  it("takes every number from the plan", () => {
    const text = lines(print());
    for (const line of [
      "maxconn 584",
      "tune.bufsize 360448",
      "grace 15s",
      "hard-stop-after 950s",
      "timeout connect 3s",
      "timeout client 945s",
      "timeout server 910s",
      "timeout queue 30s",
      "timeout http-request 30s",
      "timeout http-keep-alive 975s",
      "http-request wait-for-body time 30s",
    ])
      expect(text).toContain(line);
    expect(text.find((line) => line.startsWith("default-server"))).toMatch(/ maxconn 32$/);
    expect(text.find((line) => line.startsWith("server-template"))).toMatch(
      /^server-template e 1-8 _http\._tcp\.qwen3-serve\.llm\.svc\.cluster\.local /,
    );
    expect(text.some((line) => line.includes("{ queue(engines) ge 96 }"))).toBe(true);
  });

  it("limits a body without a length to what the buffer holds beside the headers", () => {
    expect(print()).toContain("req.body_size gt 327680 }");
    const small = print({ limits: { ...gateway.limits, bodyBytes: 8_388_608, bufferBytes: 1_048_576 } });
    expect(small).toContain("{ req.hdr(content-length) -m found } { req.body_size gt 8388608 }");
    expect(small).toContain("!{ req.hdr(content-length) -m found } { req.body_size gt 1015808 }");
  });

  it("matches a placeholder as one segment, and dots as dots", () => {
    expect(print()).toContain(
      "{ method GET POST } { path -m reg '^/v1/responses/[A-Za-z0-9_~-][A-Za-z0-9._~:-]*/cancel\\.now$' }",
    );
    expect(print()).toContain("{ method GET } { path -m str /v1/models }");
  });

  it.each<[Balance, string[]]>([
    [{ policy: "least-requests" }, ["balance leastconn"]],
    [
      { policy: "session-affinity", header: "x-session-id", maxImbalance: 1.5 },
      ["balance hash var(txn.affinity)", "hash-balance-factor 150"],
    ],
    [
      { policy: "prefix-affinity", prefixBytes: 64, maxImbalance: 1 },
      ["balance hash var(txn.affinity)", "hash-balance-factor 101"],
    ],
  ])("%j", (balance, expected) => {
    const text = lines(print({ balance }));
    for (const line of expected) expect(text).toContain(line);
    expect(text.filter((line) => line.startsWith("balance "))).toHaveLength(1);
  });

  it("refuses at once with a queue of 0", () => {
    const text = print({ admission: { ...gateway.admission, queue: 0 } });
    expect(text).toContain("if { be_conn_free(engines) le 0 }");
    expect(text).not.toContain("queue(engines)");
  });

  it("leaves the grace out where there is none, and keeps fractions of a second", () => {
    const text = lines(print({ admission: { ...gateway.admission, queueSeconds: 0.25 } }, {}, { lingerSeconds: 0 }));
    expect(text.filter((line) => line.startsWith("grace"))).toEqual([]);
    expect(text).toContain("timeout queue 250ms");
  });

  it("looks names up only for DNS discovery, where it is told", () => {
    expect(print({}, { engines: { kind: "static", addresses: ["10.0.0.1:1"] } })).not.toContain("resolvers");
    expect(lines(print({}, { resolvers: { nameserver: "10.96.0.10:53" } }))).toContain("nameserver dns 10.96.0.10:53");
    expect(lines(print())).toContain("parse-resolv-conf");
  });

  it("has no line of either that the other release line refuses", () => {
    for (const word of [
      "init-state",
      "hash-key",
      "hash-preserve-affinity",
      "tune.bufsize.large",
      "bc.timer",
      "txn.sess_term_state",
      "nbproc",
      "expose-fd",
    ])
      expect(print(tls, { certificateFile: "/t.pem" })).not.toContain(word);
  });
});
