/** Rows of the engine's tables, from facts that were read out of its source. */
import { bound, compact, type Row, sorted, withDefault } from "./rows";

export interface Option {
  flag: string;
  aliases: string[];
  type: string;
  choices: unknown[] | null;
  choicesOpen?: boolean;
  negatable?: string;
  default: unknown;
  resolvedDefault?: string;
  group: string;
  help: string;
  constraints?: Record<string, number>;
}

export function options(source: Option[], nested: string[]): Row[] {
  const rows = source
    .filter((o) => o.flag.startsWith("--"))
    .map((o) => {
      const flag = o.flag.slice(2);
      const row = {
        flag,
        aliases: o.aliases,
        type: o.type,
        choices: o.choices,
        choicesOpen: o.choicesOpen,
        negatable: !!o.negatable,
        ...bound(o.constraints),
        nested: nested.find((n) => n.toLowerCase() === flag.replaceAll("-", "")),
        resolvedDefault: o.resolvedDefault?.replace(/ \([\w/]+\.py:[\d-]+\)/, ""),
        group: o.group,
        help: o.help,
      };
      return withDefault(row, o.default);
    });
  return sorted(rows, "flag");
}

export interface Variable {
  name: string;
  type: string;
  choices: unknown[] | null;
  default: unknown;
  help: string;
  inCompileCacheKey: boolean;
}

export function variables(source: Variable[]): Row[] {
  const rows = source.map(({ name, type, choices, help, inCompileCacheKey, ...v }) => {
    // A help that only repeats the name is left out.
    const own = /^(Setting|Number|On\/off switch): /.test(help) ? null : help;
    return withDefault(
      { name, type: choices ? type.replace(/\[.*\]/, "") : type, choices, inCompileCacheKey, help: own },
      v.default,
    );
  });
  return sorted(rows, "name");
}

export interface Metric {
  name: string;
  type: string;
  exposed: string[];
  labels: string[];
  help: string;
  group: string;
  condition?: string;
  deprecated?: boolean;
}

export function metrics(source: Metric[]): Row[] {
  const rows = source.map(({ name, type, exposed, labels, help, group, condition, deprecated }) => ({
    name,
    type,
    // The engine's summaries have no quantiles, so the bare name is no series.
    exposed: type === "summary" ? ["_count", "_sum"].map((suffix) => name + suffix) : exposed,
    // "<… fields>" stands for labels that depend on the engine's configuration.
    labels: labels.filter((l) => !l.startsWith("<")),
    group,
    condition,
    deprecated,
    help,
  }));
  return sorted(
    rows.map((r) => ({ ...compact(r), labels: r.labels })),
    "name",
  );
}

export interface Route {
  method: string;
  path: string;
  auth: boolean;
  requires?: string;
  purpose: string;
  server?: string;
}

export function routes(source: Route[]): Row[] {
  const rows = source.map((r) => ({
    ...compact({ server: r.server, path: r.path, methods: r.method.split(",") }),
    auth: r.auth,
    ...compact({ requires: r.requires, purpose: r.purpose }),
  }));
  return sorted(rows, "server", "path");
}

export interface Nested {
  fields: {
    name: string;
    type: string;
    choices: unknown[] | null;
    default: unknown;
    constraints: Record<string, string> | null;
  }[];
}

export function nested(source: Record<string, Nested>): Row[] {
  const rows = Object.entries(source).flatMap(([config, { fields }]) =>
    fields.map((f) => {
      const computed = JSON.stringify(f.default ?? null).includes("init=False");
      const choices = f.choices ? [...new Set(f.choices)] : null;
      return withDefault(
        { config, name: f.name, type: f.type, choices, ...bound(f.constraints), computed },
        computed ? null : f.default,
      );
    }),
  );
  return sorted(rows, "config", "name");
}
