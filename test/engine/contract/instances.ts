import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../ports";
import { type Engine, type EngineKind, launchEngine } from "../real/engine";
import { healthy } from "../start";
import { call, knock } from "./client";

/** Longest prompt and answer together. */
export const maxModelLen = 4096;

/** What every request to the engines begins with. */
export const model = "qwen3";

/** An engine that is loading, and what its port said meanwhile. */
export interface Loading {
  engine: Engine;
  /** What connections met, until the first that was answered. */
  met: Promise<(number | string)[]>;
}

/** Two keys, limits, and a minute to drain. */
export function launchLimited(kind: EngineKind): Promise<Loading> {
  const argv = ["--max-model-len", String(maxModelLen), "--max-num-seqs", "2", "--max-num-queued-reqs", "4"];
  const names = ["--served-model-name", model, "alias", "--api-key", "alpha", "beta", "--enable-request-id-headers"];
  return launch(kind, [...names, ...argv, "--shutdown-timeout", "60"], {});
}

/** The key in the environment, a variable that no engine knows, and no time to drain. */
export function launchPlain(kind: EngineKind): Promise<Loading> {
  const env = { APHRODITE_API_KEY: "gamma", APHRODITE_SERVICE_HOST: "10.0.0.1" };
  return launch(kind, ["--served-model-name", model, "--max-model-len", String(maxModelLen)], env);
}

async function launch(
  kind: EngineKind,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Loading> {
  const standIn = { STAND_IN_LOAD_SECONDS: "1", STAND_IN_TOKENS_PER_SECOND: "150" };
  const engine = await launchEngine({ kind, argv, env: { ...env, ...standIn }, port: await freePort() });
  return { engine, met: meet(engine) };
}

async function meet(engine: Engine): Promise<(number | string)[]> {
  const met: (number | string)[] = [];
  let ended = false;
  void engine.exited.then(() => {
    ended = true;
  });
  while (!ended) {
    const outcome = await knock(engine);
    if (met.at(-1) !== outcome) met.push(outcome);
    if (typeof outcome === "number") return met;
    await sleep(50);
  }
  throw new Error(`the engine ended while it loaded:\n${engine.logs().slice(-3000)}`);
}

/** Waits until the engine answers and has done its slow first steps: what follows can then be timed. */
export async function warm({ engine, met }: Loading, key: string): Promise<void> {
  await met;
  await healthy(engine, 60);
  for (const together of [1, 2, 1]) {
    const body = { model, prompt: "warm", max_tokens: 24, ignore_eos: true };
    const answers = await Promise.all(
      Array.from({ length: together }, () => call(engine, "/v1/completions", { key, body })),
    );
    const bad = answers.find(({ status }) => status !== 200);
    if (bad) throw new Error(`a warm-up request got ${bad.status}: ${bad.text}`);
  }
}
