import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../../engine/contract/client";
import { type Group, startGroup } from "../../engine/process/group";

/** A router's process. */
export interface RouterProcess extends Group {
  url: string;
  kill(): Promise<void>;
}

/** Starts a router and waits until `path` is answered with 200. Throws, with the end of its log, when it ends or takes longer than 60 s. */
export async function startRouter(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  port: number,
  path: string,
): Promise<RouterProcess> {
  const group = await startGroup(command, args, { ...process.env, ...env });
  const url = `http://127.0.0.1:${port}`;
  const kill = async () => {
    group.kill();
    await group.exited;
  };
  let ended = false;
  void group.exited.then(() => {
    ended = true;
  });
  const end = performance.now() + 60_000;
  while ((await statusOf(url, path)) !== 200) {
    if (ended || performance.now() > end) {
      await kill();
      throw new Error(`the router did not start:\n${group.logs().slice(-3000)}`);
    }
    await sleep(30);
  }
  return { ...group, url, kill };
}

/** Status of an answer; undefined: no connection. */
export async function statusOf(url: string, path: string): Promise<number | undefined> {
  return call({ url }, path).then(
    ({ status }) => status,
    () => undefined,
  );
}

/** Sum of the series of these names. */
export function sumOf(metrics: string, names: readonly string[]): number {
  let sum = 0;
  for (const line of metrics.split("\n")) {
    const [, name = "", value] = /^([a-zA-Z_:][\w:]*)(?:\{.*\})? (\S+)/.exec(line) ?? [];
    if (names.includes(name)) sum += Number(value);
  }
  return sum;
}
