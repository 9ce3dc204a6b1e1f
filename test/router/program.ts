import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { engineKeyVariable, nodeFlags, type RouterConfig, routerBundle } from "@sonar-iac/router";
import { freePort } from "../engine/ports";
import { type Group, startGroup } from "../engine/process/group";
import { memoryMiB } from "../router-conformance/routers/sonar";

/** The router's file, as a process. */
export interface RouterProcess {
  url: string;
  group: Group;
  metric(begin: string): Promise<number>;
  stop(): void;
}

/** Starts the router with a configuration but for its addresses, and waits until it is ready. */
export async function startRouter(
  config: Omit<RouterConfig, "listen" | "metrics" | "alive">,
  key: string,
): Promise<RouterProcess> {
  const folder = mkdtempSync(join(tmpdir(), "router-"));
  const [port, metricsPort, alivePort] = [await freePort(), await freePort(), await freePort()];
  const host = "127.0.0.1";
  const { name, text } = routerBundle();
  writeFileSync(join(folder, name), text);
  const whole: RouterConfig = {
    ...config,
    listen: { host, port },
    metrics: { host, port: metricsPort },
    alive: { host, port: alivePort, stalledSeconds: 10 },
  };
  writeFileSync(join(folder, "config.json"), JSON.stringify(whole));
  const env = { ...process.env, [engineKeyVariable]: key };
  const group = await startGroup(
    process.execPath,
    [...nodeFlags(memoryMiB), join(folder, name), join(folder, "config.json")],
    env,
  );
  void group.exited.then(() => rmSync(folder, { recursive: true, force: true }));
  const url = `http://${host}:${port}`;
  const ready = async () => (await fetch(`${url}/ready`).catch(() => undefined))?.status === 200;
  for (const end = performance.now() + 60_000; !(await ready()); await sleep(50))
    if (performance.now() > end) throw new Error(`the router is not ready:\n${group.logs()}`);
  const metric = async (begin: string) => {
    const lines = (await (await fetch(`http://${host}:${metricsPort}/metrics`)).text()).split("\n");
    return lines
      .filter((line) => line.startsWith(begin))
      .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  };
  return { url, group, metric, stop: () => group.kill() };
}
