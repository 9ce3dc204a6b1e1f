import type { Screen } from "../terminal/screen";
import { columns, hanging, pad } from "../text/wrap";
import type { Check, RankReport } from "./examine";

/** A group that was looked at. */
export interface GroupReport {
  name: string;
  ranks: RankReport[];
  /** What only a look at all ranks shows. */
  between: Check[];
}

/** A table of the ranks with a verdict for each check, and below what is not in order and what the ranks have in common. */
export function renderGroup({ name, ranks, between }: GroupReport, screen: Screen): string {
  const names = [...new Set(ranks.flatMap(({ checks }) => checks.map((one) => one.name)))];
  const rows = ranks.map(({ rank, pod, checks }) => [
    String(rank),
    pod,
    ...names.map((one) => checks.find((check) => check.name === one)?.verdict ?? "-"),
  ]);
  const faults = ranks.flatMap(({ rank, checks }) =>
    checks
      .filter(({ verdict }) => verdict !== "ok")
      .map((check) => sentence(`rank ${rank}, ${check.name}`, check, screen)),
  );
  const common = between.map((check) => sentence(`all ranks, ${check.name}`, check, screen));
  return [screen.bold(name), ...grid([["rank", "pod", ...names], ...rows], screen), "", ...faults, ...common].join(
    "\n",
  );
}

function grid(rows: string[][], screen: Screen): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => columns(row[column] ?? ""))));
  return rows.map((row) =>
    `  ${row.map((cell, column) => coloured(cell, pad(cell, widths[column] ?? 0), screen)).join("  ")}`.trimEnd(),
  );
}

function sentence(what: string, { verdict, seen, todo }: Check, screen: Screen): string {
  const text = `${what}: ${seen}${todo === "" ? "" : ` → ${todo}`}`;
  return hanging(`  ${coloured(verdict, pad(verdict, 4), screen)}  `, text, screen.width);
}

function coloured(verdict: string, text: string, screen: Screen): string {
  if (verdict === "fail") return screen.error(text);
  return verdict === "warn" ? screen.warning(text) : text;
}
