import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeTables } from "./tables";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tables-"));
  mkdirSync(join(folder, "sonar"));
  mkdirSync(join(folder, "aws"));
  for (const [name, value] of Object.entries(facts)) writeFileSync(join(folder, name), JSON.stringify(value));
});
afterEach(() => rmSync(folder, { recursive: true }));

const facts: Record<string, unknown> = {
  "sonar/serve-args.json": [
    { flag: "model_tag", aliases: [], type: "str", choices: null, default: null, group: "G", help: "positional" },
    {
      flag: "--zeta",
      aliases: ["-z"],
      type: "int",
      choices: null,
      default: 0,
      constraints: { ge: 0, lt: 9 },
      group: "G",
      help: "z",
    },
    {
      flag: "--kv-config",
      aliases: [],
      type: "json",
      choices: null,
      default: { object: "KVConfig" },
      group: "G",
      help: "k",
    },
    {
      flag: "--alpha",
      aliases: [],
      type: "bool",
      choices: null,
      default: false,
      negatable: "--no-alpha",
      group: "G",
      help: "a",
    },
  ],
  "sonar/env.json": [
    {
      name: "B",
      type: "enum['x', 'y'] | None",
      choices: ["x", "y"],
      default: null,
      help: "Setting: b",
      inCompileCacheKey: true,
    },
    { name: "A", type: "int", choices: null, default: 5, help: "Seconds of a", inCompileCacheKey: false },
  ],
  "sonar/metrics.json": {
    engineVersion: "9.9.9",
    metrics: [
      { name: "m_bytes", type: "summary", exposed: ["m_bytes"], labels: [], help: "h", group: "g" },
      {
        name: "m_info",
        type: "gauge",
        exposed: ["m_info"],
        labels: ["<fields>", "engine"],
        help: "h",
        group: "g",
        condition: "c",
      },
    ],
  },
  "sonar/routes.json": {
    engineVersion: "9.9.9",
    guardedPrefixes: ["/v1"],
    routes: [
      { method: "GET,POST", path: "/ping", auth: false, purpose: "p" },
      { method: "GET", path: "/health", auth: false, purpose: "h", server: "other" },
      { method: "GET", path: "/health", auth: false, purpose: "h", requires: "r" },
    ],
    rustFrontend: { found: ["/ping (there only)", "/health"], notFound: [] },
  },
  "sonar/nested-configs.json": {
    KVConfig: {
      fields: [
        { name: "role", type: "Role", choices: ["a", "b", "a"], default: null, constraints: null },
        {
          name: "hidden",
          type: "int",
          choices: null,
          default: { expr: "field(init=False)" },
          constraints: { gt: "0" },
        },
      ],
    },
  },
  "aws/gpu-instances.json": {
    generated: "2000-01-02",
    currency: "USD",
    priceRegion: "us-east-1",
    instances: [
      {
        type: "b",
        gpuCount: 0.5,
        logicalGpuCount: 1,
        gpuMemoryMiB: null,
        gpuMemoryGiB: 2.5,
        uncertain: ["gpuMemoryGiB", "vcpu/memory from hearsay"],
      },
      {
        type: "a",
        gpuCount: 8,
        logicalGpuCount: 8,
        gpuMemoryMiB: 10,
        uncertain: ["gone: treat as retired"],
        ignored: true,
      },
    ],
  },
};

const table = (name: string) => JSON.parse(readFileSync(join(folder, "out", name), "utf8"));
const make = () => makeTables(folder, join(folder, "out"));

it("writes options sorted, without positionals, with bounds and the nested configuration", () => {
  make();
  expect(table("engine/tables/options.generated.json")).toEqual({
    engineVersion: "9.9.9",
    options: [
      { flag: "alpha", type: "bool", negatable: true, group: "G", help: "a", default: false },
      { flag: "kv-config", type: "json", nested: "KVConfig", group: "G", help: "k", defaultFrom: "KVConfig" },
      {
        flag: "zeta",
        aliases: ["-z"],
        type: "int",
        minimum: 0,
        exclusiveMaximum: 9,
        group: "G",
        help: "z",
        default: 0,
      },
    ],
  });
});

it("writes variables, metrics, routes and nested fields", () => {
  make();
  expect(table("engine/tables/environment.generated.json").variables).toEqual([
    { name: "A", type: "int", help: "Seconds of a", default: 5 },
    { name: "B", type: "enum | None", choices: ["x", "y"], inCompileCacheKey: true },
  ]);
  expect(table("engine/tables/metrics.generated.json").metrics).toEqual([
    { name: "m_bytes", type: "summary", exposed: ["m_bytes_count", "m_bytes_sum"], group: "g", help: "h", labels: [] },
    { name: "m_info", type: "gauge", exposed: ["m_info"], labels: ["engine"], group: "g", condition: "c", help: "h" },
  ]);
  const routes = table("engine/tables/routes.generated.json");
  expect(routes.rustFrontend).toEqual({ found: ["/health", "/ping"], notFound: [] });
  expect(routes.routes.map((r: { server?: string; path: string }) => [r.server, r.path])).toEqual([
    [undefined, "/health"],
    [undefined, "/ping"],
    ["other", "/health"],
  ]);
  expect(routes.routes[1].methods).toEqual(["GET", "POST"]);
  expect(table("engine/tables/nested.generated.json").fields).toEqual([
    { config: "KVConfig", name: "hidden", type: "int", exclusiveMinimum: 0, computed: true },
    { config: "KVConfig", name: "role", type: "Role", choices: ["a", "b"] },
  ]);
});

it("writes instances with null for what is unknown, and what the notes of doubt mean", () => {
  make();
  const { instances, ...head } = table("hardware/instances.generated.json");
  expect(head).toEqual({ generated: "2000-01-02", currency: "USD", priceRegion: "us-east-1" });
  expect(instances[0]).toMatchObject({
    type: "a",
    gpuCount: 8,
    gpuMemoryMiB: 10,
    retired: true,
    uncertain: [],
    networkCards: null,
  });
  expect(instances[0]).not.toHaveProperty("ignored");
  expect(instances[1]).toMatchObject({
    type: "b",
    gpuCount: 1,
    gpuMemoryMiB: 2560,
    retired: false,
    uncertain: ["gpuMemoryMiB", "vcpu", "memoryGiB"],
  });
});

it("gives the same bytes for the same facts in another order, one row a line", () => {
  make();
  const name = "engine/tables/options.generated.json";
  const before = readFileSync(join(folder, "out", name), "utf8");
  const options = facts["sonar/serve-args.json"] as unknown[];
  writeFileSync(join(folder, "sonar/serve-args.json"), JSON.stringify([...options].reverse()));
  make();
  expect(readFileSync(join(folder, "out", name), "utf8")).toBe(before);
  expect(before.split("\n")).toHaveLength(3 + 3 + 3);
  expect(readdirSync(join(folder, "out/engine/tables"))).toHaveLength(5);
});

it("refuses facts that name something twice, or are of two releases", () => {
  const variables = facts["sonar/env.json"] as unknown[];
  writeFileSync(join(folder, "sonar/env.json"), JSON.stringify([...variables, ...variables]));
  expect(make).toThrow("two rows for A");
  writeFileSync(join(folder, "sonar/env.json"), JSON.stringify(variables));
  writeFileSync(join(folder, "sonar/metrics.json"), JSON.stringify({ engineVersion: "9.9.8", metrics: [] }));
  expect(make).toThrow("two engine versions");
});
