import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { markdownOf } from "./markdown";
import { allRows, keptRuns } from "./results";
import { routers } from "./routers";

describe("what is on record", () => {
  const names = allRows().map(({ topic, row }) => `${topic.topic}: ${row.name}`);

  it("is of every router and of every row as it is named now", () => {
    expect(new Set(names).size).toBe(names.length);
    expect(keptRuns().map((run) => [run.router, run.version])).toEqual(
      routers.map((router) => [router.name, router.version]),
    );
    for (const run of keptRuns()) expect(run.outcomes.map((one) => `${one.topic}: ${one.name}`)).toEqual(names);
  });

  it("is what the table says", () => {
    expect(readFileSync(join(__dirname, "TABLE.md"), "utf8")).toBe(markdownOf(keptRuns()));
  });

  it("has no row that our router fails or does not offer", () => {
    const [ours] = keptRuns();
    expect(ours?.outcomes.filter(({ result }) => result !== "yes")).toEqual([]);
  });
});
