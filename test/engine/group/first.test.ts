import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startGroup } from "../process/group";
import { Ranks, said } from "./ranks";

let group: Ranks;
beforeEach(async () => {
  group = await Ranks.of(1);
});
afterEach(() => group.kill());

/** A group of one whose engine is a shell. */
const shell = (script: string, env = {}) => group.start({ rank: 0, command: ["sh", "-c", script], env });
const children = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(/ +/).filter(Boolean);

describe("the first process of a pod", () => {
  it("collects the orphans that come to it", async () => {
    const rank = await shell("(sh -c 'sleep 0.5' & sh -c 'sleep 600' &) ; echo born; sleep 600");
    await said(rank, "born");
    // the engine and two orphans, of which one ends
    await expect.poll(() => children(rank.pid).length, { timeout: 5000 }).toBe(3);
    await expect.poll(() => children(rank.pid).length, { timeout: 5000 }).toBe(2);
  });

  it("passes signals on", async () => {
    const rank = await shell("trap 'echo usr1' USR1; trap 'echo hup' HUP; echo ready; while :; do sleep 0.1; done");
    await said(rank, "ready");
    rank.signal("SIGUSR1");
    await said(rank, "usr1");
    rank.signal("SIGHUP");
    await said(rank, "hup");
  });

  it("leaves word of why it ended, and ends all that the engine has left", async () => {
    const folder = mkdtempSync(join(tmpdir(), "word-"));
    const file = join(folder, "termination-log");
    const rank = await shell("setsid sleep 600 & exit 7", { SONAR_TERMINATION_LOG: file });
    expect((await rank.gone()).code).toBe(1);
    expect(readFileSync(file, "utf8")).toBe("the engine of rank 0 has ended by itself with code 7: see its log above");
    expect(group.left()).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

describe("process 1 obeys SIGTERM from its first moments", () => {
  const scripts = resolve(__dirname, "../../../packages/pulumi/scripts/group");
  const supervisor = ["supervisor.py", "--start-seconds", "600", "--", "sh", "-c", "pass"];
  const preflight = [
    "preflight.py",
    "--gpus",
    "0",
    "--shm-gib",
    "0",
    "--wait-seconds",
    "600",
    "--",
    ...supervisor.slice(1),
  ];
  const hangs = 'print("here", flush=True)\ntime.sleep(600)\n';
  const walks = `import os, time\ndef walk(*_):\n    ${hangs.replace("\n", "\n    ")}\nos.walk = walk\n`;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "first-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs a script as the first process of its namespace, with a module of Python's replaced; gives back its exit code after SIGTERM. */
  async function stopped(words: string[], mark: string, module: string, text: string, leader = "127.0.0.1") {
    writeFileSync(join(folder, `${module}.py`), text);
    const [script = "", ...rest] = words;
    const namespace = ["--user", "--map-root-user", "--pid", "--fork", "--kill-child"];
    const python = ["python3", "-B", join(scripts, script), ...rest.map((word) => (word === "pass" ? folder : word))];
    const outer = await startGroup("unshare", [...namespace, ...python], {
      PATH: process.env.PATH,
      PYTHONPATH: folder,
      PYTHONUNBUFFERED: "1",
      LWS_GROUP_SIZE: "2",
      LWS_WORKER_INDEX: "1",
      LWS_LEADER_ADDRESS: leader,
    });
    await expect.poll(outer.logs, { timeout: 15_000, interval: 20 }).toContain(mark);
    const [first] = children(outer.pid);
    process.kill(Number(first), "SIGTERM");
    const late = setTimeout(outer.kill, 3000);
    const { code } = await outer.exited;
    clearTimeout(late);
    return code;
  }

  it.each([
    ["the supervisor", supervisor, "asyncio"],
    ["the preflight", preflight, "argparse"],
  ])("%s, while it imports", async (_, words, module) => {
    expect(await stopped(words, "here", module, `import time\n${hangs}`)).toBe(143);
  });

  it.each([
    ["the supervisor", supervisor, 0],
    ["the preflight", preflight, 143],
  ])("%s, while it looks at a file system that hangs", async (_, words, code) => {
    expect(await stopped(words, "here", "sitecustomize", walks)).toBe(code);
  });

  it("a follower that waits for a leader who is gone", async () => {
    expect(await stopped(supervisor, "waits at most", "unused", "")).toBe(0);
  });
});
