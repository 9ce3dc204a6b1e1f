/**
 * How much longer `sonar preview DIR --json` takes than a bare Node program that makes the same resources under Pulumi's mocks.
 * Prints the ratio: the median of several pairs of runs, each run in a process of its own.
 *
 *   node --import tsx scripts/bench-preview.ts [DIR] [PAIRS]
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "..");
const folder = resolve(process.argv[2] ?? join(root, "examples/quickstart"));
const pairs = Number(process.argv[3] ?? 7);
const preview = [join(root, "packages/cli/bin/sonar.js"), "preview", folder, "--json"];

interface Resource {
  urn: string;
  type: string;
  name: string;
  parent: string | null;
  inputs: Record<string, unknown>;
}

/** The whole of the bare program: load the SDK, register, wait. */
const BARE = `
const pulumi = require("@pulumi/pulumi");
const resources = require(process.argv[2]);
(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
    call: ({ inputs }) => inputs,
  });
  const made = new Map();
  for (const { urn, type, name, parent, inputs } of resources) {
    const component = !type.startsWith("kubernetes:") && !type.startsWith("random:");
    const Class = component ? pulumi.ComponentResource : pulumi.CustomResource;
    made.set(urn, new Class(type, name, inputs, { parent: made.get(parent) }));
  }
  await pulumi.runtime.disconnect();
})();
`;

function run(args: string[]): { seconds: number; stdout: string } {
  const start = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}:\n${stdout.slice(0, 2000)}${stderr}`);
  return { seconds: Number(process.hrtime.bigint() - start) / 1e9, stdout };
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

// inside the checkout, so that the program finds the SDK
const work = mkdtempSync(join(root, "node_modules/.bench-preview-"));
try {
  const { resources } = JSON.parse(run(preview).stdout) as { resources: Resource[] };
  const [program, data] = [join(work, "bare.cjs"), join(work, "resources.json")];
  writeFileSync(program, BARE);
  writeFileSync(data, JSON.stringify(resources));
  const samples = Array.from({ length: pairs }, (_, index) => {
    // the order alternates, so that a drift of the machine's speed favours neither
    const bareFirst = index % 2 === 0;
    const first = run(bareFirst ? [program, data] : preview).seconds;
    const second = run(bareFirst ? preview : [program, data]).seconds;
    return bareFirst ? { bare: first, sonar: second } : { bare: second, sonar: first };
  });
  const ratio = median(samples.map(({ bare, sonar }) => sonar / bare));
  const seconds = (values: number[]) => median(values).toFixed(2);
  console.log(`${resources.length} resources, ${pairs} pairs of runs`);
  console.log(`bare mocks     ${seconds(samples.map(({ bare }) => bare))} s (median)`);
  console.log(`sonar preview  ${seconds(samples.map(({ sonar }) => sonar))} s (median)`);
  console.log(`ratio          ${ratio.toFixed(2)} (median of the pairs)`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
