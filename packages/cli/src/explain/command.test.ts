import { describe, expect, it } from "vitest";
import { fixture, SPAWN, sonar } from "../../test-fixtures/sonar";

const explain = (...args: string[]) => sonar("explain", fixture("service"), ...args);

describe("sonar explain", () => {
  it("says why a value is what it is", SPAWN, async () => {
    const { status, stdout } = await explain("qwen3.timings.engine.drainSeconds");
    expect([status, stdout]).toEqual([
      0,
      "timings.engine.drainSeconds = 900\n  The longest request may take 900 s.\n  Set by: maxRequestSeconds\n",
    ]);
  });

  it("lists all values without a path", SPAWN, async () => {
    const { status, stdout } = await explain();
    expect(status).toBe(0);
    expect(stdout).toBe(
      "timings.engine.drainSeconds  900\ntimings.engine.graceSeconds  945\npools.serve.nodes            2\n",
    );
  });

  it("names the nearest paths of one that is unknown", SPAWN, async () => {
    const { status, stdout, stderr } = await explain("timings.engine.drainSecond");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /\nerror: timings\.engine\.drainSecond {2}No derived value has this path\. Did you mean timings\.engine\.drainSeconds/,
    );
  });

  it("says so when there is nothing to explain", SPAWN, async () => {
    const { status, stderr } = await sonar("explain", fixture("esm"));
    expect([status, stderr]).toEqual([1, "error: The program has no Sonar service, so there is nothing to explain.\n"]);
  });
});
