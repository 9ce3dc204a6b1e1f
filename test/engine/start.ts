import { setTimeout as sleep } from "node:timers/promises";
import { type Exit, type Group, startGroup } from "./process/group";
import { realEngine } from "./real/available";
import { standInFile } from "./stand-in/bundle";

/** Which engine a test runs. */
export type EngineKind = "real" | "stand-in";

/** What to start. */
export interface EngineStart {
  kind: EngineKind;
  /** Default Qwen/Qwen3-8B; the real engine runs its tiny model under that name. */
  model?: string;
  /** Options after the model; host and port come by themselves. */
  argv?: readonly string[];
  /** Variables for the engine; of this process's own, those of engines are left out. */
  env?: Readonly<Record<string, string>>;
  /** Of 127.0.0.1. */
  port: number;
  /** How long /health may take to answer 200. Default 600 for the real engine, which starts in 25 to 120, and 30 for the stand-in. */
  healthySeconds?: number;
}

/** A running engine. */
export interface Engine {
  kind: EngineKind;
  /** Without a slash at the end. */
  url: string;
  pid: number;
  logs(): string;
  /** Sends the engine a signal, as Kubernetes does to a container's first process; kills all of it if it has not ended `graceSeconds` later.
   *  Default SIGTERM and 60 s. */
  stop(signal?: NodeJS.Signals, graceSeconds?: number): Promise<Exit>;
  exited: Promise<Exit>;
}

/** Starts an engine without waiting: its port is closed until it has loaded. */
export async function launchEngine(start: EngineStart): Promise<Engine> {
  const { kind, port } = start;
  const address = ["--host", "127.0.0.1", "--port", String(port)];
  const group = await launch(
    kind,
    ["serve", start.model ?? "Qwen/Qwen3-8B", ...address, ...(start.argv ?? [])],
    start.env,
  );
  return { kind, url: `http://127.0.0.1:${port}`, ...group, stop: (signal, grace) => stop(group, signal, grace) };
}

/** Starts an engine and waits until it answers /health with 200. Throws, with the end of its log, if it ends before or takes too long. */
export async function startEngine(start: EngineStart): Promise<Engine> {
  const engine = await launchEngine(start);
  const seconds = start.healthySeconds ?? (start.kind === "real" ? 600 : 30);
  try {
    await healthy(engine, seconds);
  } catch (error) {
    await engine.stop("SIGKILL");
    throw error;
  }
  return engine;
}

/** Runs a command line of the engine to its end, for those that must fail. */
export async function runEngine(kind: EngineKind, argv: readonly string[], env?: EngineStart["env"]) {
  const group = await launch(kind, argv, env);
  const exit = await group.exited;
  return { ...exit, logs: group.logs() };
}

/** Waits for /health to answer 200. */
export async function healthy(engine: Engine, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  let ended: Exit | undefined;
  void engine.exited.then((exit) => {
    ended = exit;
  });
  while (performance.now() < end) {
    if (ended) throw new Error(`the engine ended (${JSON.stringify(ended)}) before it was healthy:\n${tail(engine)}`);
    const answer = await fetch(`${engine.url}/health`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(engine.kind === "real" ? 250 : 20);
  }
  throw new Error(`the engine was not healthy within ${seconds} s:\n${tail(engine)}`);
}

async function launch(kind: EngineKind, argv: readonly string[], env: EngineStart["env"] = {}): Promise<Group> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(APHRODITE|STAND_IN)_/.test(name)),
  );
  const variables = { ...inherited, ...env };
  if (kind === "stand-in") return startGroup(process.execPath, [await standInFile(), ...argv], variables);
  const { available, reason, command } = realEngine();
  if (!available) throw new Error(reason);
  return startGroup(command, argv, variables);
}

async function stop(group: Group, signal: NodeJS.Signals = "SIGTERM", graceSeconds = 60): Promise<Exit> {
  if (signal === "SIGKILL") group.kill();
  else if (!(await Promise.race([group.exited.then(() => true), sleep(0, false)]))) process.kill(group.pid, signal);
  const timer = setTimeout(() => group.kill(), graceSeconds * 1000);
  const exit = await group.exited;
  clearTimeout(timer);
  return exit;
}

function tail(engine: Engine): string {
  return engine.logs().split("\n").slice(-40).join("\n");
}
