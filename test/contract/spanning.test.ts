import { beforeAll, describe, expect, it } from "vitest";
import { realEngine } from "../engine/real/available";
import { type Answer, checkWithEngine } from "./engineCheck";
import { ours, oursSpanning } from "./rules";
import { type Spanning, spanningLayouts } from "./spanning";

const count = 250;

// with CI set a missing engine fails in engineCheck.test.ts
const { available, reason } = realEngine();

describe.skipIf(!available)(`${count} generated layouts over several nodes ${reason}`.trim(), () => {
  const all = spanningLayouts(count);
  let verdicts: { layout: Spanning; answers: Answer[] }[];
  beforeAll(async () => {
    const answers = new Map((await checkWithEngine(all.flatMap(({ lines }) => lines))).map((one) => [one.id, one]));
    verdicts = all.map((layout) => ({ layout, answers: layout.lines.map(({ id }) => answers.get(id) as Answer) }));
  }, 900_000);

  type Verdict = (typeof verdicts)[number];
  const good = ({ layout }: Verdict) => layout.problems.length === 0;
  const accepted = ({ answers }: Verdict) => answers.every(({ ok }) => ok);
  const show = ({ layout, answers }: Verdict) =>
    `${layout.lines.map(({ argv }) => argv.join(" ")).join("\n")}\n  topology: ${layout.problems.join("; ") || "accepts"}\n  engine: ${answers.map(({ error }) => error ?? "accepts").join("; ")}`;

  it("are of both kinds", () => {
    const fine = all.filter((layout) => layout.problems.length === 0).length;
    expect(fine).toBeGreaterThan(count / 10);
    expect(count - fine).toBeGreaterThan(count / 10);
  });

  it("are accepted by the engine, as first and as last pod, where topology accepts them", () => {
    expect(verdicts.filter((one) => good(one) && !accepted(one)).map(show)).toEqual([]);
  });

  it("are refused by the engine where topology refuses them, but for the rules that are ours", () => {
    const explained = (problem: string) => [...ours, ...oursSpanning].some(({ pattern }) => pattern.test(problem));
    const told = verdicts.filter((one) => accepted(one) && one.layout.problems.some((problem) => !explained(problem)));
    expect(told.map(show)).toEqual([]);
  });

  it("have been asked about every rule of ours", () => {
    for (const { pattern } of oursSpanning)
      expect(
        all.some((layout) => layout.problems.some((problem) => pattern.test(problem))),
        String(pattern),
      ).toBe(true);
  });

  it("give each pod the data parallel ranks that are its own, as the engine counts them", () => {
    const modes = new Set<string>();
    for (const { layout, answers } of verdicts.filter(good)) {
      const { data } = layout.spec.parallelism;
      if (data === undefined || data.size === 1 || answers.length < 2) continue;
      const mode = data.loadBalancing ?? "internal";
      modes.add(mode);
      const { nodesPerReplica: nodes } = layout.spec;
      // of the last pod: the first of its ranks, or the one child that was asked about
      const perNode = Math.max(1, data.size / nodes);
      const expected = mode === "multi-port" ? data.size - 1 : data.size - perNode;
      expect(answers.at(-1)?.resolved, JSON.stringify(layout.spec)).toMatchObject({
        data_parallel_rank: String(expected),
        data_parallel_external_lb: mode === "external" || mode === "multi-port" ? "True" : "False",
        data_parallel_hybrid_lb: mode === "hybrid" ? "True" : "False",
      });
    }
    expect([...modes].sort()).toEqual(["external", "hybrid", "internal", "multi-port"]);
  });
});
