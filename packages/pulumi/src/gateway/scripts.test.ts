import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keysScript, runScript } from "./scripts";

const folder = () => mkdtempSync(join(tmpdir(), "sonar-gateway-"));
const shell = (script: string, ...args: string[]) =>
  spawnSync("/bin/sh", ["-c", script, "script", ...args], { encoding: "utf8" });

describe("the keys script", () => {
  it("writes upper-case SHA-256 and the client's name, and prints no key", () => {
    const keys = folder();
    writeFileSync(join(keys, "web"), "secret-of-web\n");
    writeFileSync(join(keys, "batch"), "secret-of-batch");
    writeFileSync(join(keys, "..data"), "not a client");
    const map = join(folder(), "clients.map");
    const { status, stdout, stderr } = shell(keysScript, keys, map);
    const hash = (text: string) => createHash("sha256").update(text).digest("hex").toUpperCase();
    expect([status, stderr]).toEqual([0, ""]);
    expect(readFileSync(map, "utf8")).toBe(`${hash("secret-of-batch")} batch\n${hash("secret-of-web")} web\n`);
    expect(stdout).toBe("2 client keys\n");
  });

  it("refuses an empty key: its hash would let everybody in who sends none", () => {
    const keys = folder();
    writeFileSync(join(keys, "web"), "\n");
    const map = join(folder(), "clients.map");
    const { status, stderr } = shell(keysScript, keys, map);
    expect([status, stderr, existsSync(map)]).toEqual([1, "the key of client web is empty\n", false]);
  });
});

describe("the keys script refuses what HAProxy would read otherwise", () => {
  it.each(["a,b", "a b", "a\tb"])("%j", (key) => {
    const keys = folder();
    writeFileSync(join(keys, "web"), key);
    const { status, stderr } = shell(keysScript, keys, join(folder(), "clients.map"));
    expect([status, stderr]).toEqual([1, "the key of client web has a comma or a blank in it\n"]);
  });
});

describe("the run script", () => {
  /** A stand-in haproxy that says what signal it got; the real one is run in test/gateway. */
  const fake = (body: string) => {
    const bin = folder();
    writeFileSync(join(bin, "haproxy"), `#!/bin/sh\n${body}\n`);
    chmodSync(join(bin, "haproxy"), 0o755);
    return { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  };

  it.each(["SIGTERM", "SIGUSR1"] as const)("turns %s into the soft stop and waits for the end", async (signal) => {
    const env = fake(`trap 'sleep 0.3; echo soft stop; exit 7' USR1; echo started "$@"; while :; do sleep 0.05; done`);
    const child = spawn("/bin/sh", ["-c", runScript, "run.sh", "the.cfg"], { env });
    let out = "";
    child.stdout.on("data", (chunk) => {
      if (out === "") child.kill(signal);
      out += chunk;
    });
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect([code, out]).toEqual([7, "started -db -f the.cfg\nsoft stop\n"]);
  });

  it("ends with HAProxy's status when it cannot start", () => {
    const { status } = spawnSync("/bin/sh", ["-c", runScript, "run.sh", "x"], { env: fake("exit 3") });
    expect(status).toBe(3);
  });
});
