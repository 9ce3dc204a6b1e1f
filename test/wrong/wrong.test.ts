import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root, sonar } from "../examples/sonar";

const folder = join(root, "test/wrong/programs");

/** Programs as a tired user writes them: what each is told. The expected texts stand beside them in told.txt. */
describe.each(readdirSync(folder))("%s", (name) => {
  it("is told what is wrong, without a stack, and creates nothing", async () => {
    const { code, stdout, stderr } = await sonar("preview", join("test/wrong/programs", name));
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).not.toMatch(/^\s+at .+:\d+:\d+/m);
    await expect(stderr).toMatchFileSnapshot(join(folder, name, "told.txt"));
  }, 60_000);
});

it("are at least ten", () => expect(readdirSync(folder).length).toBeGreaterThanOrEqual(10));
