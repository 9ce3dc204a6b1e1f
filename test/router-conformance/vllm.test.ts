import { describe, expect, it } from "vitest";
import { keptRuns, runAll } from "./results";
import { vllmRouter } from "./routers/vllm";

const { name, version, missing } = vllmRouter;
const minutes = 60_000;

it(`${name} is installed, at least in CI`, () => expect(missing === "" || !process.env.CI, missing).toBe(true));

describe.skipIf(missing)(`${name} ${version} ${missing}`.trim(), () => {
  // what it does not do is known; what it does may depend on the machine
  it("does about what is on record", { timeout: 15 * minutes, retry: 0 }, async () => {
    const kept = keptRuns().find((run) => run.router === name && run.version === version);
    const before = new Map(kept?.outcomes.map((one) => [`${one.topic}: ${one.name}`, one.result]));
    const others: string[] = [];
    const { outcomes } = await runAll(vllmRouter, ({ topic, name: row, result, seen }) => {
      const known = before.get(`${topic}: ${row}`);
      process.stdout.write(`${result.padEnd(11)} ${topic}: ${row}${seen && ` [${seen}]`}\n`);
      if (known !== result) others.push(`${topic}: ${row}: ${result}, and ${known ?? "nothing"} is on record`);
    });
    if (others.length > 0) process.stdout.write(`\n${others.join("\n")}\n`);
    expect(outcomes.length).toBeGreaterThan(60);
    expect(others.length, others.join("\n")).toBeLessThan(outcomes.length / 8);
  });
});
