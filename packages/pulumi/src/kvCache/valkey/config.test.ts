import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ValkeyPlan } from "@sonar-iac/topology";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { paths, valkeyAsk, valkeyConfig, valkeyRun } from "./config";

const plan: ValkeyPlan = {
  kind: "valkey",
  port: 6379,
  memoryGiB: 8,
  directives: { maxmemory: "8192mb", "maxmemory-policy": "allkeys-lru", save: '""', appendonly: "no" },
  user: "kv-cache",
  tls: true,
  resources: { cpu: 4, memoryGiB: 11 },
};

const lines = (tls: boolean) =>
  valkeyConfig({ ...plan, tls })
    .trimEnd()
    .split("\n");

describe("valkey.conf", () => {
  it("has the plan's directives, and TLS alone where there is a certificate", () => {
    expect(lines(true)).toEqual(expect.arrayContaining(["maxmemory 8192mb", 'save ""', "port 0", "tls-port 6379"]));
    expect(lines(false)).toContain("port 6379");
    expect(lines(false).filter((line) => line.startsWith("tls-"))).toEqual([]);
  });
});

describe("the server's scripts", () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "sonar-valkey-"));
    mkdirSync(join(home, "bin"));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const program = (name: string, text: string) => {
    writeFileSync(join(home, "bin", name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(home, "bin", name), 0o755);
  };
  const run = (script: string, ...words: string[]) =>
    spawnSync("/bin/sh", ["-c", script.replaceAll(paths.users, join(home, "users.acl")), "script", ...words], {
      encoding: "utf8",
      env: {
        ...process.env,
        PATH: `${join(home, "bin")}:${process.env.PATH}`,
        VALKEY_USER: "kv-cache",
        VALKEY_PASSWORD: "se$cret%s",
      },
    });

  it("know one user by the hash of its password, which nobody else can read and the server does not see", () => {
    program("valkey-server", 'echo "$@"; env');
    const { stdout, status } = run(valkeyRun);
    expect([status, stdout.split("\n")[0]]).toEqual([0, `${paths.config}/valkey.conf`]);
    expect(stdout).not.toContain("se$cret");
    const hash = createHash("sha256").update("se$cret%s").digest("hex");
    const users = readFileSync(join(home, "users.acl"), "utf8");
    expect(users.split("\n").slice(0, 2)).toEqual([
      "user default off",
      `user kv-cache on #${hash} ~* &* +@all -@dangerous +info +ping`,
    ]);
    expect(statSync(join(home, "users.acl")).mode & 0o077).toBe(0);
  });

  it("ask the server as that user, with the password in the environment alone", () => {
    program("valkey-cli", '[ "$VALKEYCLI_AUTH" = "$REDISCLI_AUTH" ] && echo "$@" >&2; echo PONG');
    const { status, stderr } = run(valkeyAsk, "-p", "6379", "--tls");
    expect([status, stderr.trim()]).toEqual([0, "-p 6379 --tls --user kv-cache ping"]);
  });

  it("fail when the server refuses", () => {
    program("valkey-cli", "echo 'NOAUTH Authentication required.'");
    expect(run(valkeyAsk).status).toBe(1);
  });
});
