import { describe, expect, it } from "vitest";
import { z } from "zod";
import instances from "../hardware/instances.generated.json";
import environment from "./tables/environment.generated.json";
import metrics from "./tables/metrics.generated.json";
import nested from "./tables/nested.generated.json";
import options from "./tables/options.generated.json";
import routes from "./tables/routes.generated.json";
import { engineVersion } from "./version";

const choice = z.array(z.union([z.string(), z.number()])).nonempty();
const bounds = {
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
};
const defaults = { default: z.unknown().optional(), defaultFrom: z.string().optional() };

const option = z.strictObject({
  flag: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  aliases: z.array(z.string().regex(/^-[a-z]+$/)).optional(),
  type: z.enum(["bool", "enum", "float", "human-int", "int", 'int|"auto"', "json", "json|str", "list", "str"]),
  choices: choice.optional(),
  choicesOpen: z.boolean().optional(),
  negatable: z.boolean().optional(),
  ...bounds,
  ...defaults,
  nested: z.string().optional(),
  resolvedDefault: z.string().optional(),
  group: z.string(),
  help: z.string(),
});
const variable = z.strictObject({
  name: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  type: z.string(),
  choices: choice.optional(),
  ...defaults,
  inCompileCacheKey: z.boolean().optional(),
  help: z.string().optional(),
});
const metric = z.strictObject({
  name: z.string(),
  type: z.enum(["counter", "gauge", "histogram", "summary"]),
  exposed: z.array(z.string()).nonempty(),
  labels: z.array(z.string().regex(/^[a-z_]+$/)),
  group: z.string(),
  condition: z.string().optional(),
  deprecated: z.boolean().optional(),
  help: z.string(),
});
const route = z.strictObject({
  server: z.enum(["dp-supervisor", "mooncake-bootstrap"]).optional(),
  methods: z.array(z.enum(["GET", "POST", "PUT", "WEBSOCKET"])).nonempty(),
  path: z.string().startsWith("/"),
  auth: z.boolean(),
  requires: z.string().optional(),
  purpose: z.string(),
});
const field = z.strictObject({
  config: z.string(),
  name: z.string(),
  type: z.string(),
  choices: choice.optional(),
  ...bounds,
  ...defaults,
  computed: z.boolean().optional(),
});

describe.each([
  { name: "options", table: options, rows: options.options, shape: option, keys: options.options.map((r) => r.flag) },
  {
    name: "environment",
    table: environment,
    rows: environment.variables,
    shape: variable,
    keys: environment.variables.map((r) => r.name),
  },
  { name: "metrics", table: metrics, rows: metrics.metrics, shape: metric, keys: metrics.metrics.map((r) => r.name) },
  {
    name: "routes",
    table: routes,
    rows: routes.routes,
    shape: route,
    keys: routes.routes.map((r) => `${r.server ?? ""}\0${r.path}`),
  },
  {
    name: "nested",
    table: nested,
    rows: nested.fields,
    shape: field,
    keys: nested.fields.map((r) => `${r.config}\0${r.name}`),
  },
])("the table of $name", ({ table, rows, shape, keys }) => {
  it("is of the engine's release", () => {
    expect(table.engineVersion).toBe(engineVersion);
  });

  it("has rows of the declared shape, each once, sorted", () => {
    expect(rows.flatMap((row) => shape.safeParse(row).error?.issues ?? [])).toEqual([]);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys).toEqual([...new Set(keys)].sort());
  });
});

describe("options", () => {
  it("have aliases that no other option has", () => {
    const rows: { flag: string; aliases?: string[] }[] = options.options;
    const spellings = rows.flatMap((o) => [`-${o.flag}`, ...(o.aliases ?? [])]);
    expect(new Set(spellings).size).toBe(spellings.length);
  });

  it("have choices where they are enumerations, and only switches can be negated", () => {
    const rows: { flag: string; type: string; choices?: unknown[]; negatable?: boolean }[] = options.options;
    expect(rows.filter((o) => o.type === "enum" && !o.choices)).toEqual([]);
    expect(rows.filter((o) => o.negatable && o.type !== "bool")).toEqual([]);
  });

  it("name nested configurations that are in their table", () => {
    const configs = new Set(nested.fields.map((f) => f.config));
    const rows: { flag: string; nested?: string }[] = options.options;
    const named = rows.flatMap((o) => o.nested ?? []);
    expect(named.filter((n) => !configs.has(n))).toEqual([]);
    expect(new Set(named)).toEqual(configs);
  });
});

describe("metrics", () => {
  it("expose each series once, histograms with their three", () => {
    const series = metrics.metrics.flatMap((m) => m.exposed);
    expect(new Set(series).size).toBe(series.length);
    for (const m of metrics.metrics.filter((m) => m.type === "histogram")) {
      expect(m.exposed).toEqual(["_bucket", "_sum", "_count"].map((s) => m.name + s));
    }
  });
});

describe("instances", () => {
  it("are sorted, each once, with a price and its day or neither", () => {
    const types = instances.instances.map((i) => i.type);
    expect(types).toEqual([...new Set(types)].sort());
    for (const i of instances.instances) expect(i.onDemandUsdPerHourUsEast1 === null).toBe(i.priceDate === null);
  });
});
