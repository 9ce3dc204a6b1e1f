import { afterEach } from "vitest";
import { freePort } from "../ports";
import { type Engine, startEngine } from "../real/engine";

/** Starts stand-ins that end with the test. Call it once in a test file. */
export function standIns(): (argv?: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Engine> {
  const engines: Engine[] = [];
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.stop("SIGKILL")));
  });
  return async (argv, env) => {
    const engine = await startEngine({ kind: "stand-in", argv, env, port: await freePort() });
    engines.push(engine);
    return engine;
  };
}

/** A pause, to race against what must not happen meanwhile. */
export function nothingFor(milliseconds: number): Promise<"nothing"> {
  return new Promise((resolve) => setTimeout(() => resolve("nothing"), milliseconds));
}
