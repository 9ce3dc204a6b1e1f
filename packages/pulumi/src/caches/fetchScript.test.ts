import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fetchScript } from "./fetchScript";

describe("the fetch", () => {
  const hub = (body: string) => {
    const home = mkdtempSync(join(tmpdir(), "sonar-fetch-"));
    mkdirSync(join(home, "lib"));
    writeFileSync(
      join(home, "lib", "huggingface_hub.py"),
      `def snapshot_download(model, revision, ignore_patterns):\n    ${body}\n`,
    );
    const run = () =>
      spawnSync("python3", ["-c", fetchScript, "org/model", "abc", "1234"], {
        encoding: "utf8",
        env: { ...process.env, HF_HOME: home, PYTHONPATH: join(home, "lib") },
      });
    return { home, mark: join(home, ".sonar", "1234"), run };
  };

  it("downloads once, and then nothing", () => {
    const { run, mark } = hub('print("download", model, revision); return "/there"');
    expect(run().stdout).toContain("download org/model abc");
    expect(readFileSync(mark, "utf8")).toBe("/there\n");
    expect(run().stdout).toBe("org/model@abc is there: nothing to fetch\n");
  });

  it("leaves no mark when the download breaks, so that the next one goes on", () => {
    const { run, mark } = hub('raise OSError("connection lost")');
    const { status, stderr } = run();
    expect([status, stderr.includes("connection lost"), existsSync(mark)]).toEqual([1, true, false]);
  });
});
