import { GpuNodeGroup } from "@sonar-iac/pulumi/aws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printedProofs, problemsOfRegistered, type Registered, requireProofs } from "../proof/proof";
import { type Started, startSidecar } from "../sidecar/start";
import { groups } from "./groups";
import { registered } from "./register";
import { secrets } from "./secrets";
import { services } from "./services";
import { usedTypes } from "./sources";
import { storages } from "./storage";

const programs = new Map<string, () => void>([
  ...[...groups].map(([name, args]): [string, () => void] => [name, () => void new GpuNodeGroup("gpus", args)]),
  ...services,
  ...storages,
  ...secrets,
]);

let started: Started;
/** What each program registered. */
const made = new Map<string, Registered[]>();
beforeAll(async () => {
  started = await startSidecar();
  for (const [name, program] of programs) made.set(name, await registered(program));
}, 300_000);
afterAll(() => started?.stop());

const own = (all: Registered[] = []) => all.filter(({ type }) => type.startsWith("aws:"));

describe("what the library makes on AWS", () => {
  it.each([...programs.keys()])(
    "is what AWS takes: %s",
    async (name) => {
      const all = own(made.get(name));
      expect(all.length).toBeGreaterThan(1);
      expect(await problemsOfRegistered(started.sidecar, all)).toEqual([]);
    },
    60_000,
  );

  it("is proved, of every type that its sources make", () => {
    const used = usedTypes();
    const types = [...new Set(used.map(({ type }) => type))].sort();
    // the table is what this test is for: it goes past the reporter, which hides what passing tests print
    process.stderr.write(`\nWhat the library makes on AWS:\n${printedProofs(types)}\n`);
    expect(types.length).toBeGreaterThan(0);
    expect(() => requireProofs(types)).not.toThrow();
    const seen = new Set([...made.values()].flatMap(own).map(({ type }) => type));
    const without = used.filter(({ type }) => !seen.has(type));
    expect(without.map(({ type, file }) => `no case makes ${type} (${file})`)).toEqual([]);
    expect([...seen].filter((type) => !types.includes(type))).toEqual([]);
  });
});
