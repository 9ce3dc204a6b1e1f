import { describe, expect, it } from "vitest";
import { fixturePlan } from "../../test-fixtures/plan";
import { screenOf } from "../terminal/screen";
import { columns } from "../text/wrap";
import { humanErrors } from "./errors";
import { humanReport } from "./human";
import type { Report, ReportedResource } from "./report";
import { startSentence } from "./sentences";

const pipe = screenOf({});
const terminal = screenOf({ isTTY: true, columns: 80 }, { NO_COLOR: "1" });

const urn = "urn:pulumi:dev::app::sonar:index:ReplicatedService";
const resource = (type: string, name: string, parent: string | null): ReportedResource => ({
  urn: `${parent}$${type}::${name}`,
  type,
  name,
  parent,
  inputs: {},
});
const resources = [
  { ...resource("sonar:index:ReplicatedService", "qwen3", null), urn },
  resource("kubernetes:apps/v1:StatefulSet", "qwen3-serve", urn),
  resource("kubernetes:apps/v1:Deployment", "qwen3-gateway", urn),
  resource("kubernetes:core/v1:Secret", "qwen3-keys", urn),
];

function report(change: Partial<Report> = {}): Report {
  return {
    resources,
    topology: { qwen3: fixturePlan("qwen3") },
    outputs: {},
    totals: { resources: resources.length, pods: 5, gpus: 6, nodes: 2, usdPerHour: 9.2 },
    policyFindings: [],
    warnings: [],
    errors: [],
    ...change,
  };
}

describe("the preview of a service", () => {
  it("is whole on a pipe", () => {
    expect(
      humanReport(report({ outputs: { url: "http://qwen3.llm.svc/v1", keys: { web: "[secret]" } } }), pipe),
    ).toMatchInlineSnapshot(`
      "qwen3  ReplicatedService           3 engines × 2 GPUs = 6 GPUs on 2 × g6.12xlarge   9.20 USD/h
      ├─ serve    StatefulSet  3 pods    aphrodite serve org/model --tensor-parallel-size 2 --max-model-len 32768 --shutdown-timeout 900
      ├─ gateway  Deployment   2 pods    prefix-affinity (at most 1.25 × the mean); each pod lets 32 at once to an engine, 64 wait up to 30 s; reached inside the cluster
      ├─ weights  100 GiB ReadWriteMany  fetched once at revision 1a2b3c4
      ├─ compile  20 GiB                 kept for each pod
      └─ keys     2 clients              web, batch, in Secret qwen3-keys

      A request may take 900 s: engine drains 900, pod may take 945, gateway waits 910, load balancer 960.
      A start may take 9 min 40 s: 15 GiB in 2 min 3 s, compile, capture, warm-up.
      The price is the on-demand list price of the GPU nodes in us-east-1, as of 2026-07-20.

      Outputs
        url   http://qwen3.llm.svc/v1
        keys  {"web":"[secret]"}

      4 resources to create: 1 Deployment, 1 ReplicatedService, 1 Secret, 1 StatefulSet. 0 policy findings.
      "
    `);
  });

  it("fits a terminal of 80 columns", () => {
    const warnings = [
      {
        component: null,
        path: "gateway.exposure",
        message: "Nothing outside the cluster reaches the service, and nothing is meant to.",
      },
    ];
    const text = humanReport(report({ warnings }), terminal);
    expect(text).toMatchInlineSnapshot(`
      "qwen3  ReplicatedService  9.20 USD/h
      │  3 engines × 2 GPUs = 6 GPUs on 2 × g6.12xlarge
      ├─ serve    StatefulSet  3 pods    aphrodite serve org/model --tensor-parallel-…
      ├─ gateway  Deployment   2 pods    prefix-affinity (at most 1.25 × the mean);
      │                                  each pod lets 32 at once to an engine, 64
      │                                  wait up to 30 s; reached inside the cluster
      ├─ weights  100 GiB ReadWriteMany  fetched once at revision 1a2b3c4
      ├─ compile  20 GiB                 kept for each pod
      └─ keys     2 clients              web, batch, in Secret qwen3-keys

      A request may take 900 s: engine drains 900, pod may take 945, gateway waits
      910, load balancer 960.
      A start may take 9 min 40 s: 15 GiB in 2 min 3 s, compile, capture, warm-up.
      The price is the on-demand list price of the GPU nodes in us-east-1, as of
      2026-07-20.

      Warnings
        gateway.exposure  Nothing outside the cluster reaches the service, and nothing
                          is meant to.

      4 resources to create: 1 Deployment, 1 ReplicatedService, 1 Secret,
      1 StatefulSet. 0 policy findings.
      "
    `);
    expect(Math.max(...text.split("\n").map(columns))).toBeLessThanOrEqual(80);
  });

  it("fits every width down to 40, and loses no prose", () => {
    for (let width = 40; width <= 200; width += 7) {
      const text = humanReport(report(), screenOf({ isTTY: true, columns: width }, { NO_COLOR: "1" }));
      expect(Math.max(...text.split("\n").map(columns))).toBeLessThanOrEqual(width);
      const words = text.replace(/[│├└─\s]+/g, " ");
      expect(words).toContain("64 wait up to 30 s; reached inside the cluster");
    }
  });

  it("says what is not known, and never that it is free", () => {
    const plan = fixturePlan("qwen3");
    plan.totals = { ...plan.totals, nodes: null, usdPerHour: null, priceDate: null };
    const pool = plan.pools.serve;
    if (pool) plan.pools = { serve: { ...pool, nodes: null, instanceType: null, usdPerHour: null } };
    const text = humanReport(report({ topology: { qwen3: plan } }), pipe);
    expect(text).toContain("3 engines × 2 GPUs = 6 GPUs, number of nodes unknown   price unknown");
    expect(text).not.toContain("list price");
  });

  it("shows ranks, and each pool's share where there are several pools", () => {
    const plan = fixturePlan("big");
    const [rank] = plan.pools.serve?.ranks ?? [];
    if (!plan.pools.serve || !rank) throw new Error("the fixture has a pool");
    const large = {
      ...plan.pools.serve,
      replicas: 2,
      gpusPerEngine: 32,
      ranks: [0, 1, 2, 3].map((number) => ({ ...rank, rank: number, gpus: 8 })),
      nodes: 8,
      instanceType: "p5.48xlarge",
    };
    plan.pools = { prefill: large, decode: { ...plan.pools.serve, usdPerHour: null } };
    plan.totals = { ...plan.totals, engines: 5, gpus: 70, nodes: 10 };
    const text = humanReport(report({ topology: { big: plan } }), pipe);
    expect(text).toContain("5 engines, 70 GPUs on 10 nodes   9.20 USD/h");
    expect(text).toContain("2 engines × 4 pods × 8 GPUs = 64 GPUs on 8 × p5.48xlarge, 9.20 USD/h");
    expect(text).toContain("2 × 4 pods");
    expect(text).toContain("6 GPUs on 2 × g6.12xlarge, price unknown");
  });

  it("sums up several services, and names them in warnings", () => {
    const warnings = [{ component: 'ReplicatedService "a"', path: "replicas", message: "Only one." }];
    const text = humanReport(report({ topology: { a: fixturePlan("a"), b: fixturePlan("b") }, warnings }), pipe);
    expect(text).toContain("In all 5 pods, 6 GPUs on 2 nodes, 9.20 USD/h.");
    expect(text).toContain("  a.replicas  Only one.");
  });

  it("says so when there is none", () => {
    expect(
      humanReport(
        report({ topology: {}, resources: [], totals: { resources: 0, pods: 0, gpus: 0, nodes: 0, usdPerHour: null } }),
        pipe,
      ),
    ).toBe("0 resources to create. No Sonar service among them. 0 policy findings.\n");
  });
});

describe("a start", () => {
  it("whose weights' size is not stated is not given a time for them", () => {
    const plan = fixturePlan("a");
    plan.timings.startup.loadSeconds = null;
    expect(startSentence({ ...plan, warmUp: false })).toBe(
      "A start may take 9 min 40 s: loading weights whose size is not stated, compile, capture.",
    );
  });
});

describe("errors", () => {
  const found = [
    {
      component: 'ReplicatedService "qwen3"',
      path: "parallelism.tensor",
      message: "8 GPUs per engine, but a g6.2xlarge node has 1. Use an instance type with 8 GPUs, or tensor: 1.",
    },
    { component: 'ReplicatedService "qwen3"', path: "replicas", message: "At least one." },
    { component: null, path: "", message: "no such model", position: "index.ts:3" },
  ];

  it("stand under their component, paths in a column", () => {
    expect(humanErrors(found, pipe)).toBe(
      'ReplicatedService "qwen3" cannot be planned:\n' +
        "  parallelism.tensor  8 GPUs per engine, but a g6.2xlarge node has 1. Use an instance type with 8 GPUs, or tensor: 1.\n" +
        "  replicas            At least one.\n\n" +
        "error: index.ts:3  no such model\n",
    );
  });

  it("are wrapped on a terminal", () => {
    const lines = humanErrors(found, terminal).split("\n");
    expect(lines[2]).toMatch(/^ {22}\S/);
    expect(Math.max(...lines.map(columns))).toBeLessThanOrEqual(80);
  });
});
