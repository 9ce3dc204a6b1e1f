import { transferArgv, transferEnv } from "../engine/contract/transfer/ask";
import { freePort } from "../engine/ports";
import { type Engine, startEngine } from "../engine/real/engine";
import type { EnginePlace, Router, RunningRouter, Setup } from "./routers/router";

/** Engines and a router before them. */
export interface Stage {
  router: RunningRouter;
  prefill: Engine[];
  decode: Engine[];
  /** Starts an engine again, on the ports of the one that was there. */
  again(engine: Engine): Promise<Engine>;
}

/** What a row wants of its stage. */
export interface StageSetup {
  /** How many. @default 2 */
  prefill?: number;
  /** How many. @default 2 */
  decode?: number;
  /** Further options of every engine. */
  argv?: readonly string[];
  /** Further variables of every engine. */
  env?: Readonly<Record<string, string>>;
  failure?: "fail" | "recompute";
  /** Labels, in turn, of the engines of each side. */
  compatibility?: readonly string[];
  router?: Partial<Omit<Setup, "prefill" | "decode">>;
}

/** The name that the engines serve. */
export const model = "qwen3";

const defaults: Omit<Setup, "prefill" | "decode"> = {
  leaseSeconds: 30,
  noPrefill: "fail",
  key: undefined,
  bodyBytes: 1_000_000,
  running: 1000,
  queue: 200,
  queueSeconds: 10,
  prefillSeconds: 20,
};

type Role = "kv_producer" | "kv_consumer";

interface Running {
  engine: Engine;
  start: () => Promise<Running>;
}

/** Starts everything. */
export async function openStage(router: Router, wanted: StageSetup): Promise<Stage & { close(): Promise<void> }> {
  const setup = { ...defaults, ...wanted.router };
  const started = async (role: Role, count: number) =>
    Promise.all(Array.from({ length: count }, () => start(role, wanted, setup)));
  const [prefill, decode] = await Promise.all([
    started("kv_producer", wanted.prefill ?? 2),
    started("kv_consumer", wanted.decode ?? 2),
  ]);
  const all = [...prefill, ...decode];
  const place = ({ engine }: Running, i: number): EnginePlace => {
    const labels = wanted.compatibility ?? [];
    const label = labels[i % labels.length];
    return { url: engine.url, ...(label !== undefined && { compatibility: label }) };
  };
  const stop = () => Promise.all(all.map(({ engine }) => engine.stop("SIGKILL")));
  try {
    const running = await router.start({ ...setup, prefill: prefill.map(place), decode: decode.map(place) });
    return {
      router: running,
      prefill: prefill.map(({ engine }) => engine),
      decode: decode.map(({ engine }) => engine),
      again: async (gone) => {
        const old = all.find(({ engine }) => engine === gone);
        if (!old) throw new Error("that engine is not of this stage");
        const fresh = await old.start();
        all.push(fresh);
        return fresh.engine;
      },
      close: async () => {
        await Promise.all([running.kill(), stop()]);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(role: Role, wanted: StageSetup, setup: Omit<Setup, "prefill" | "decode">): Promise<Running> {
  const [port, channel] = [await freePort(), await freePort()];
  const { leaseSeconds, key } = setup;
  const once = async (): Promise<Running> => {
    const engine = await startEngine({
      kind: "stand-in",
      argv: [
        ...["--served-model-name", model, "--max-model-len", "8192", ...(key === undefined ? [] : ["--api-key", key])],
        ...transferArgv(role, { leaseSeconds, failure: wanted.failure }),
        ...(wanted.argv ?? []),
      ],
      env: {
        ...transferEnv(channel),
        STAND_IN_FAULTS: "1",
        STAND_IN_LOG_BODIES: "1",
        STAND_IN_TOKENS_PER_SECOND: "500",
        ...wanted.env,
      },
      port,
    });
    return { engine, start: once };
  };
  return once();
}
