import { defineConfig } from "vitest/config";

/** Workspace packages resolve to their sources: no build is needed to test. */
const resolve = { conditions: ["sonar-source"] };
const shared = { resolve, ssr: { resolve } };

/** Groups run one after the other: what measures or kills processes is not to share the machine with what computes. */
const project = (name: string, order: number, include: string[], workers?: number, more: object = {}) => ({
  ...shared,
  test: {
    name,
    include,
    testTimeout: 20_000,
    silent: "passed-only" as const,
    sequence: { groupOrder: order },
    // one worker is what drives real processes against real clocks: on a shared machine one slip is told and tried again, a second is a fault
    ...(workers !== undefined && { maxWorkers: workers, retry: 1 }),
    ...more,
  },
});

export default defineConfig({
  test: {
    projects: [
      project("unit", 0, [
        "packages/*/src/**/*.test.ts",
        "scripts/**/*.test.ts",
        "test/{components,consumer,kubernetes}/**/*.test.ts",
        "test/cluster/{build,control,host,images,pulumi,scenario}/**/*.test.ts",
      ]),
      project("examples", 1, ["test/{examples,wrong}/**/*.test.ts"]),
      project("data-plane", 2, ["test/{engine,gateway}/**/*.test.ts"], 1),
      project("contract", 3, ["test/contract/**/*.test.ts"], 1),
      // one stack goes through all its variants: nothing is tried again
      project("aws", 4, ["test/aws/**/*.test.ts"], 1, { retry: 0 }),
      // what a step leaves is where the next one starts: nothing is tried again
      project("cluster", 5, ["test/cluster/e2e/**/*.test.ts"], 1, {
        retry: 0,
        globalSetup: "test/cluster/e2e/setup.ts",
      }),
    ],
  },
});
