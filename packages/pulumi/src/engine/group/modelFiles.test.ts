import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { groupFolder } from "./scripts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "model-"));
});
afterEach(() => rmSync(home, { recursive: true }));

/** Makes a folder below home: a file's text, or where a link leads. */
function folder(path: string, files: Record<string, string | { link: string }>): string {
  const made = join(home, path);
  mkdirSync(made, { recursive: true });
  for (const [name, what] of Object.entries(files))
    typeof what === "string" ? writeFileSync(join(made, name), what) : symlinkSync(what.link, join(made, name));
  return made;
}

/** What ranks compare of a model's files. */
function files(words: string[], { env = {}, running = false } = {}): string | null {
  const args = [["aphrodite", "serve", ...words], { HF_HOME: home, HF_HUB_OFFLINE: "1", ...env }, running];
  const script =
    "import json, sys; from group_model import model_files; print(json.dumps(model_files(*json.loads(sys.argv[1]))))";
  const { stdout, stderr } = spawnSync("python3", ["-B", "-c", script, JSON.stringify(args)], {
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: groupFolder },
  });
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout) as string | null;
}

describe("a folder of model files", () => {
  it("is compared by names and sizes", () => {
    const of = (name: string, text: string) =>
      files([folder(name, { "config.json": text, "model.safetensors": text })]);
    const one = of("a", "xxx");
    expect(one).toMatch(/^2 files of 6 bytes \(/);
    expect([of("b", "yyy") === one, of("c", "xxxx") === one]).toEqual([true, false]);
  });

  it("with links that lead nowhere is another one", () => {
    const whole = files([folder("a", { "config.json": "{}", "model.safetensors": "" })]);
    const broken = files([folder("b", { "config.json": "{}", "model.safetensors": { link: "../gone" } })]);
    expect(broken).toMatch(/^2 files of 2 bytes, of which 1 cannot be read \(/);
    expect(broken?.slice(-18)).not.toBe(whole?.slice(-18));
  });
});

describe("a model of the Hub", () => {
  const cached = "hub/models--org--name";
  beforeEach(() => {
    folder(`${cached}/snapshots/c0ffee`, { "config.json": "{}" });
    folder(`${cached}/snapshots/beef`, { "config.json": "{}", "a.safetensors": "x" });
    folder(`${cached}/refs`, { main: "c0ffee", v2: "beef" });
  });

  it.each([
    [[], 1],
    [["--revision", "v2"], 2],
    [["--revision", "beef"], 2],
  ])("is its snapshot in the cache: %j", (revision, count) =>
    expect(files(["org/name", ...revision])).toMatch(new RegExp(`^${count} files of`)),
  );

  it("is not known where it is not cached", () => {
    expect([files(["org/other"]), files(["org/name", "--revision", "v3"])]).toEqual([null, null]);
  });

  it("is not known before a start where the engine may fetch more of it", () => {
    const env = { HF_HUB_OFFLINE: "" };
    expect([files(["org/name"], { env }), files(["org/name"], { env, running: true })]).toEqual([
      null,
      expect.stringMatching("^1 files"),
    ]);
  });
});
