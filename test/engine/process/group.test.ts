import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Group, startGroup } from "./group";

const groups: Group[] = [];
afterEach(() => {
  for (const group of groups.splice(0)) group.kill();
});

async function run(script: string): Promise<Group> {
  const group = await startGroup("sh", ["-c", script], process.env);
  groups.push(group);
  return group;
}

/** Whether a process runs; one that is only not yet collected by its parent does not. */
function lives(pid: number): boolean {
  const state = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim();
  return state !== "" && !state.startsWith("Z");
}

describe("a process group", () => {
  it("tells how it ended and what it said", async () => {
    const group = await run("echo out; echo err >&2; exit 3");
    expect(await group.exited).toEqual({ code: 3, signal: null });
    expect(group.logs().split("\n").sort()).toEqual(["", "err", "out"]);
  });

  it("takes along what the program has started, when the program ends", async () => {
    const group = await run("sleep 600 & echo $!");
    await group.exited;
    const started = Number(group.logs());
    expect(started).toBeGreaterThan(0);
    await expect.poll(() => lives(started), { timeout: 10_000 }).toBe(false);
  });

  it("is killed with all that it has started", async () => {
    const group = await run("sleep 600 & echo $!; wait");
    await expect.poll(() => group.logs(), { timeout: 10_000 }).toMatch(/\d/);
    group.kill();
    expect(await group.exited).toEqual({ code: null, signal: "SIGKILL" });
    await expect.poll(() => lives(Number(group.logs())), { timeout: 10_000 }).toBe(false);
  });

  it("is killed when the process that started it is killed", async () => {
    const module = JSON.stringify(join(__dirname, "group.ts"));
    const script = `require(${module}).startGroup("sleep", ["600"], process.env).then((g) => console.log(g.pid)); setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ["--import", "tsx", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    const [text] = await once(parent.stdout, "data");
    const pid = Number(String(text));
    expect(lives(pid)).toBe(true);
    parent.kill("SIGKILL");
    await expect.poll(() => lives(pid), { timeout: 10_000 }).toBe(false);
  });

  it("rejects a program that is not there", async () => {
    await expect(startGroup("/nonexistent/engine", [], process.env)).rejects.toThrow("ENOENT");
  });
});
