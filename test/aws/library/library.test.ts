import { GpuNodeGroup } from "@sonar-iac/pulumi/aws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printedProofs, problemsOfRegistered, requireProofs } from "../proof/proof";
import { type Started, startSidecar } from "../sidecar/start";
import { groups } from "./groups";
import { registered } from "./register";
import { services } from "./services";
import { usedTypes } from "./sources";

let started: Started;
beforeAll(async () => {
  started = await startSidecar();
}, 60_000);
afterAll(() => started?.stop());

const programs = new Map<string, () => void>([
  ...[...groups].map(([name, args]): [string, () => void] => [name, () => void new GpuNodeGroup("gpus", args)]),
  ...services,
]);
/** AWS types that were registered. */
const seen = new Set<string>();

describe("what the library makes on AWS", () => {
  it.each([...programs.keys()])(
    "is what AWS takes: %s",
    async (name) => {
      const all = await registered(programs.get(name) as () => void);
      const own = all.filter(({ type }) => type.startsWith("aws:"));
      expect(own.length).toBeGreaterThan(1);
      for (const { type } of own) seen.add(type);
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
    const without = used
      .filter(({ type }) => !seen.has(type))
      .map(({ type, file }) => `no case makes ${type} (${file})`);
    expect(without).toEqual([]);
    expect([...seen].filter((type) => !types.includes(type))).toEqual([]);
  });
});
