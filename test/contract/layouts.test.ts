import { beforeAll, describe, expect, it } from "vitest";
import { realEngine } from "../engine/real/available";
import { type Answer, checkWithEngine } from "./engineCheck";
import { type Layout, layouts } from "./layouts";
import { ours } from "./rules";

const count = 300;

// with CI set a missing engine fails in engineCheck.test.ts
const { available, reason } = realEngine();

describe.skipIf(!available)(`${count} generated layouts ${reason}`.trim(), () => {
  const all = layouts(count);
  let verdicts: [Layout, Answer][];
  beforeAll(async () => {
    const answers = await checkWithEngine(all.map(({ id, argv }) => ({ id, argv })));
    verdicts = all.map((layout, i) => [layout, answers[i] as Answer]);
  }, 600_000);

  const show = ([layout, answer]: [Layout, Answer]) =>
    `${layout.argv.join(" ")}\n  topology: ${layout.problems.join("; ") || "accepts"}\n  engine: ${answer.error ?? "accepts"}`;

  it("are of both kinds", () => {
    expect(all.filter((layout) => layout.problems.length === 0).length).toBeGreaterThan(count / 10);
    expect(all.filter((layout) => layout.problems.length > 0).length).toBeGreaterThan(count / 10);
  });

  it("are accepted by the engine where topology accepts them", () => {
    expect(verdicts.filter(([layout, answer]) => layout.problems.length === 0 && !answer.ok).map(show)).toEqual([]);
  });

  it("are refused by the engine where topology refuses them, but for the rules that are ours", () => {
    const explained = (problem: string) => ours.some(({ pattern }) => pattern.test(problem));
    expect(
      verdicts
        .filter(([layout, answer]) => answer.ok && layout.problems.some((problem) => !explained(problem)))
        .map(show),
    ).toEqual([]);
  });

  it("have been asked about every rule of ours", () => {
    for (const { pattern } of ours)
      expect(
        all.some((layout) => layout.problems.some((problem) => pattern.test(problem))),
        String(pattern),
      ).toBe(true);
  });
});
