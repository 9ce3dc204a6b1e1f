import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { home } from "../host/paths";
import type { Tally } from "./load";

/** What a scenario did. */
export interface Row {
  scenario: string;
  tally: Omit<Tally, "texts">;
  /** From the event to full service; for a planned change, how long the change took. */
  recoverSeconds: number;
}

/** Rows of one run: test files do not share memory. */
const file = process.env.SONAR_CLUSTER_REPORT ?? join(home, "report.jsonl");

export const forgetRows = () => rmSync(file, { force: true });

/** Keeps what a scenario did for the table at the end. */
export function record(row: Row & { tally: Tally }): void {
  mkdirSync(dirname(file), { recursive: true });
  const { texts: _, ...tally } = row.tally;
  appendFileSync(file, `${JSON.stringify({ ...row, tally })}\n`);
}

const readRows = (): Row[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Row)
    : [];

/** The table of a run, as Markdown. */
export function table(rows: Row[] = readRows()): string {
  const head = ["scenario", "requests", "failed", "recovered s", "gap s", "streams", "refused", "cancelled"];
  const cells = rows.map(({ scenario, tally, recoverSeconds }) =>
    [
      scenario,
      tally.requests,
      tally.failed.length,
      recoverSeconds.toFixed(1),
      tally.longestGapSeconds.toFixed(1),
      tally.streams,
      tally.refused,
      tally.cancelled,
    ].map(String),
  );
  const widths = head.map((title, i) => Math.max(title.length, ...cells.map((row) => (row[i] as string).length)));
  const line = (row: string[]) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] as number) : cell.padStart(widths[i] as number))).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join("\n");
}
