import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { nodeFlags } from "./flags";

/** Node's heap with flags, as it says itself. */
function heapWith(flags: string[]) {
  const program = "process.stdout.write(JSON.stringify(require('v8').getHeapStatistics()))";
  return JSON.parse(spawnSync(process.execPath, [...flags, "-e", program], { encoding: "utf8", env: {} }).stdout);
}

it("leave room for buffers in the container's memory", () => {
  expect(nodeFlags(448)).toEqual([
    "--max-old-space-size=268",
    "--initial-old-space-size=134",
    "--max-semi-space-size=16",
  ]);
  const MiB = 2 ** 20;
  const { heap_size_limit } = heapWith(nodeFlags(448));
  expect(heap_size_limit / MiB).toBeGreaterThanOrEqual(268);
  expect(heap_size_limit / MiB).toBeLessThan(0.75 * 448);
});
