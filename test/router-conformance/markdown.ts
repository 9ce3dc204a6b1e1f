import { allRows, type Run } from "./results";

const marks = { yes: "yes", no: "**no**", "not offered": "–" };

/** The table of what routers do, for readers. */
export function markdownOf(runs: readonly Run[]): string {
  const title = ({ router, version }: Run) => `${router}${version && ` ${version}`}`;
  const lines = [
    "# What routers do",
    "",
    "Made by `npm run conformance:table` from a run of all rows on one machine, with stand-ins of the engine that transfer KV caches as the real one does.",
    "– : the router has no option for it.",
  ];
  const names = [...new Set(allRows().map(({ topic }) => topic.topic))];
  for (const name of names) {
    lines.push(
      "",
      `## ${name}`,
      "",
      `| | ${runs.map(title).join(" | ")} | what it is for |`,
      `|---|${"---|".repeat(runs.length + 1)}`,
    );
    for (const { topic, row } of allRows()) {
      if (topic.topic !== name) continue;
      const cells = runs.map((run) => marks[outcome(run, name, row.name)?.result ?? "not offered"]);
      lines.push(`| ${row.name} | ${cells.join(" | ")} | ${row.why} |`);
    }
  }
  lines.push("", "## What was seen instead", "");
  for (const run of runs)
    for (const { topic, name, result, seen } of run.outcomes)
      if (result === "no") lines.push(`- ${title(run)}, ${topic}: ${name}: ${seen.replaceAll("|", "\\|")}`);
  lines.push("", "## How many", "");
  for (const run of runs) {
    const count = (result: string) => run.outcomes.filter((one) => one.result === result).length;
    lines.push(`- ${title(run)}: ${count("yes")} yes, ${count("no")} no, ${count("not offered")} not offered`);
  }
  return `${lines.join("\n")}\n`;
}

function outcome(run: Run, topic: string, name: string) {
  return run.outcomes.find((one) => one.topic === topic && one.name === name);
}
