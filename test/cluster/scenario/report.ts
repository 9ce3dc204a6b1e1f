import type { Tally } from "./load";

interface Row {
  scenario: string;
  tally: Tally;
  seconds: number;
}

const rows: Row[] = [];

/** Keeps what a scenario did for the table at the end. */
export function record(scenario: string, tally: Tally, seconds: number): void {
  rows.push({ scenario, tally, seconds });
}

/** Scenario, requests, refusals, failures, longest time without an answer, how long it took. */
export function table(): string {
  const head = ["scenario", "requests", "streams", "refused", "failed", "longest gap s", "took s"];
  const cells = rows.map(({ scenario, tally, seconds }) =>
    [
      scenario,
      tally.requests,
      tally.streams,
      tally.refused,
      tally.failed.length,
      tally.longestGapSeconds.toFixed(1),
      seconds.toFixed(0),
    ].map(String),
  );
  const widths = head.map((title, i) => Math.max(title.length, ...cells.map((row) => (row[i] as string).length)));
  const line = (row: string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i] as number)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join("\n");
}
