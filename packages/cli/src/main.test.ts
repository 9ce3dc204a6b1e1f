import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { finished, fixture, SPAWN, sonar, startBin } from "../test-fixtures/sonar";

const { version } = JSON.parse(readFileSync(join(__dirname, "../package.json"), "utf8")) as { version: string };

describe("the command line", () => {
  it("helps, and tells its version", SPAWN, async () => {
    const help = await sonar("--help");
    expect(help.status).toBe(0);
    for (const word of ["preview DIR", "explain DIR [PATH]", "--stack", "--config", "--json", "--out"])
      expect(help.stdout).toContain(word);
    expect(await sonar("--version")).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  it.each([
    [["prevew", "."], 'There is no command "prevew". Did you mean "preview"?'],
    [["preview", ".", "--jsn"], "There is no option --jsn. Did you mean --json?"],
    [["preview"], "The command takes sonar preview DIR, not nothing."],
    [["preview", "a", "b"], "The command takes sonar preview DIR, not a b."],
    [["preview", ".", "--timeout", "soon"], '--timeout takes seconds above 0, not "soon".'],
    [["doctor"], "The command takes sonar doctor SERVICE, not nothing."],
    [["doctor", "a", "--stack", "b"], "doctor takes --namespace, --context, --timeout and --json only."],
    [["preview", ".", "-n", "a"], "--namespace and --context belong to doctor."],
    [["explain", ".", "--json"], "--json, --out and --policy-config belong to preview and diff."],
  ])("refuses %j", SPAWN, async (args, message) => {
    expect(await sonar(...args)).toMatchObject({
      status: 1,
      stdout: "",
      stderr: `error: ${message}\nSee sonar --help.\n`,
    });
  });

  it("refuses a folder without a program, as JSON too", SPAWN, async () => {
    expect(await sonar("preview", "/nowhere/at/all")).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining("There is no folder"),
    });
    const { status, stdout } = await sonar("preview", "/nowhere/at/all", "--json");
    expect([status, JSON.parse(stdout).errors.length]).toEqual([1, 1]);
  });

  it("ends quietly when its reader goes", SPAWN, async () => {
    const child = startBin("preview", fixture("broken"), "--config", "case=large", "--json");
    child.stdout.once("data", () => child.stdout.destroy());
    const { status, stderr } = await finished(child);
    expect([status, stderr]).toEqual([0, ""]);
  });
});

describe("bin/sonar.js", () => {
  it("passes arguments, output and exit code through", SPAWN, async () => {
    expect(await finished(startBin("preview", fixture("esm")))).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("made-by-esm"),
    });
    expect(await finished(startBin("nonsense"))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('"nonsense"'),
    });
  });

  it("passes signals through, and ends as the command did", SPAWN, async () => {
    const child = startBin("preview", fixture("broken"), "--config", "case=waits");
    const ended = finished(child);
    const marker = new Promise<void>((resolve) => child.stderr.on("data", () => resolve()));
    await Promise.race([marker, ended]);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ status: null, signal: "SIGTERM" });
  });
});
