import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Impact } from "@sonar-iac/policy";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Stack } from "../cluster/pulumi/pulumi";
import { sonar } from "../examples/sonar";
import { patience, policyStack } from "./pack";

/** `sonar diff` against what the real CLI exports and previews of a stack that is up: as files, without a cluster. */
const folder = mkdtempSync(join(tmpdir(), "sonar-diff-"));
const program = "test/policy/programs/good";
const change = { image: "registry.example.com/aphrodite:0.25.0", maxRequestSeconds: 900, replicas: 3 };
const file = (name: string) => join(folder, name);
let stack: Stack;

beforeAll(async () => {
  stack = await policyStack("good");
  await stack.up();
  writeFileSync(file("export.json"), await stack.state());
  await stack.configure({ change });
  writeFileSync(file("preview.json"), (await stack.preview(["--json"])).text);
  writeFileSync(file("limits.json"), JSON.stringify({ "blast-radius": { maxReplicasDown: 0, forbidColdStart: true } }));
}, patience);
afterAll(() => {
  stack?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Impacts, without the names that the provider of Kubernetes makes. */
async function impacts(...args: string[]): Promise<Impact[]> {
  const { code, stdout, stderr } = await sonar("diff", ...args, "--json");
  expect([code, stderr]).toEqual([0, ""]);
  const found = (JSON.parse(stdout) as { impacts: Impact[] }).impacts;
  return found.sort((a, b) => (a.subject + a.headline).localeCompare(b.subject + b.headline));
}

describe("a stack that is up", () => {
  it(
    "has nothing to fear from its own program",
    async () => expect(await impacts(file("export.json"), program)).toEqual([]),
    patience,
  );

  it(
    "is told what a change restarts, why, for how long and at what cost",
    async () => {
      const config = ["--config", `change=${JSON.stringify(change)}`];
      const { code, stdout } = await sonar("diff", file("export.json"), program, ...config);
      expect(code).toBe(0);
      expect(stdout).toContain("StatefulSet chat-serve  3 replicas restart, one after the other\n");
      expect(stdout).toMatch(
        /changes {3}image \S+ → registry\.example\.com\/aphrodite:0\.25\.0; --shutdown-timeout 605 → 905/,
      );
      expect(stdout).toContain("capacity  1 replica missing at a time, for up to 2 h 26 min in all");
      expect(stdout).toContain("kernels   are compiled anew, a cold start: image");
      expect(stdout).toContain("StatefulSet chat-serve  goes from 2 replicas to 3");
      expect(stdout).toContain("Deployment chat-gateway  2 replicas restart, each new one before an old one goes");
    },
    patience,
  );

  it(
    "is told the same by what Pulumi itself will do",
    async () => {
      const [own, pulumis] = [
        await impacts(file("export.json"), program, "--config", `change=${JSON.stringify(change)}`),
        await impacts(file("preview.json")),
      ];
      const told = (all: Impact[]) =>
        all.map(({ subject, headline, replicasDown, downSeconds, coldStart }) => ({
          subject,
          headline,
          replicasDown,
          downSeconds,
          coldStart,
        }));
      expect(told(own)).toEqual(told(pulumis));
      expect(own).toHaveLength(3);
    },
    patience,
  );

  it(
    "is kept from a change that takes away more than it may",
    async () => {
      const { code, stdout } = await sonar("diff", file("preview.json"), "--policy-config", file("limits.json"));
      expect(code).toBe(2);
      expect(stdout).toContain("Refused by policy\n  blast-radius  StatefulSet chat-serve\n");
      expect(stdout).toContain("1 replica would be missing at a time, more than 0 (maxReplicasDown)");
      expect(stdout).toContain("would compile its kernels anew: image (forbidColdStart)");
    },
    patience,
  );
});
