import { beforeAll, describe, expect, it } from "vitest";
import { realEngine } from "../engine/real/available";
import { type Apart, layoutsApart } from "./apart";
import { type Answer, checkWithEngine } from "./engineCheck";
import { ours, oursApart } from "./rules";

const count = 150;

// with CI set a missing engine fails in engineCheck.test.ts
const { available, reason } = realEngine();

describe.skipIf(!available)(`${count} generated layouts of prefill and decode ${reason}`.trim(), () => {
  const all = layoutsApart(count);
  let verdicts: { layout: Apart; answers: Answer[] }[];
  beforeAll(async () => {
    const answers = await checkWithEngine(all.flatMap(({ lines }) => lines));
    verdicts = all.map((layout, i) => ({ layout, answers: answers.slice(2 * i, 2 * i + 2) }));
  }, 900_000);

  const accepted = ({ answers }: (typeof verdicts)[number]) => answers.every(({ ok }) => ok);
  const show = ({ layout, answers }: (typeof verdicts)[number]) =>
    `${layout.lines.map(({ argv }) => argv.join(" ")).join("\n")}\n  topology: ${layout.problems.join("; ") || "accepts"}\n  engine: ${answers.map(({ error }) => error ?? "accepts").join("; ")}`;
  const rules = [...ours, ...oursApart];

  it("are of both kinds", () => {
    const good = all.filter((layout) => layout.problems.length === 0).length;
    expect(good).toBeGreaterThan(count / 10);
    expect(count - good).toBeGreaterThan(count / 10);
  });

  it("are accepted by the engine where topology accepts them", () => {
    expect(verdicts.filter((one) => one.layout.problems.length === 0 && !accepted(one)).map(show)).toEqual([]);
  });

  it("are refused by the engine where topology refuses them, but for the rules that are ours", () => {
    const explained = (problem: string) => rules.some(({ pattern }) => pattern.test(problem));
    expect(
      verdicts.filter((one) => accepted(one) && one.layout.problems.some((problem) => !explained(problem))).map(show),
    ).toEqual([]);
  });

  it("have been asked about every rule of ours", () => {
    for (const { pattern } of oursApart)
      expect(
        all.some((layout) => layout.problems.some((problem) => pattern.test(problem))),
        String(pattern),
      ).toBe(true);
  });

  it("make pairs that the engine finds compatible where topology accepts them", () => {
    const hashes = ({ answers }: (typeof verdicts)[number]) =>
      answers.map(({ resolved }) => resolved?.kv_compatibility);
    const pairs = verdicts.filter((one) => one.layout.problems.length === 0);
    expect(pairs.filter((one) => new Set(hashes(one)).size > 1).map(show)).toEqual([]);
    expect(pairs.map((one) => hashes(one)[0])).not.toContain(undefined);
  });

  it("are refused by topology wherever the engine finds the two incompatible", () => {
    const parted = verdicts.filter((one) => {
      const [p, d] = one.answers.map(({ resolved }) => resolved?.kv_compatibility);
      return accepted(one) && p !== d;
    });
    expect(parted.length).toBeGreaterThan(5);
    for (const one of parted)
      expect(one.layout.problems.join(), show(one)).toMatch(/cannot exchange KV caches|connector for offloading/);
  });
});
