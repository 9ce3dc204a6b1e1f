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
    // vitest's own is one less than there are processors: on two of them half of the time
    maxWorkers: "100%",
    // one worker is what drives real processes against real clocks: on a shared machine one slip is told and tried again, a second is a fault
    ...(workers !== undefined && { maxWorkers: workers, retry: 1 }),
    ...more,
  },
});

/** Minutes of real engines each, for what seldom changes: not part of every run. */
const long = [
  "test/engine/contract/transfer/*.test.ts",
  "test/engine/group/real.test.ts",
  "test/engine/kv-store/failures.test.ts",
  "test/router/pd.test.ts",
  "test/router-conformance/real/*.test.ts",
];

export default defineConfig({
  test: {
    projects: [
      project("unit", 0, [
        "packages/*/src/**/*.test.ts",
        "scripts/**/*.test.ts",
        "test/{components,consumer,kubernetes}/**/*.test.ts",
        "test/policy/peers/*.test.ts",
        "test/cluster/{build,control,host,images,leaderWorkerSet,pulumi,scenario}/**/*.test.ts",
      ]),
      project("examples", 1, ["test/{examples,wrong}/**/*.test.ts"]),
      project("data-plane", 2, ["test/{engine,gateway,router}/**/*.test.ts"], 1, { exclude: long }),
      project("long", 2, long, 1),
      // one router after the other: a second under load is not to be shared with another one's load
      project("conformance", 3, ["test/router-conformance/*.test.ts"], 1, { testTimeout: 90_000 }),
      project("contract", 4, ["test/contract/**/*.test.ts"], 1),
      // one stack goes through all its variants: nothing is tried again
      project("aws", 5, ["test/aws/**/*.test.ts"], 1, { retry: 0 }),
      project("policy", 5, ["test/policy/*.test.ts"], 1, { retry: 0 }),
      // what a step leaves is where the next one starts: nothing is tried again
      project("cluster", 6, ["test/cluster/e2e/**/*.test.ts"], 1, {
        retry: 0,
        globalSetup: "test/cluster/e2e/setup.ts",
      }),
    ],
  },
});
