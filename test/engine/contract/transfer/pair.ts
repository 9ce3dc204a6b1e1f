import { freePort } from "../../ports";
import { type Engine, type EngineKind, startEngine } from "../../real/engine";
import { model } from "../instances";
import { until } from "../wait";
import { answerOf, askPrefill, decodeBody, transferArgv, transferEnv } from "./ask";

/** A prefill engine, and a decode engine that can read from it. */
export interface Pair {
  kind: EngineKind;
  prefill: Engine;
  decode: Engine;
  /** How long prefill holds blocks. */
  leaseSeconds: number;
  /** Where prefill listens for decode engines. */
  port: number;
}

/** Starts both and lets them meet: the first transfer of two real engines takes seconds, and may fail when the machine is busy. */
export async function startPair(kind: EngineKind): Promise<Pair> {
  const leaseSeconds = 12;
  const port = await freePort();
  const [prefill, decode] = await Promise.all([
    startOne(kind, "kv_producer", leaseSeconds, port),
    startOne(kind, "kv_consumer", leaseSeconds, await freePort()),
  ]);
  const meet = async () =>
    (await answerOf(decode, decodeBody("They meet.", await askPrefill(prefill, "They meet.")))).status;
  for (let times = 0; times < 2; times++) await until(meet, (status) => status === 200);
  return { kind, prefill, decode, leaseSeconds, port };
}

/** Starts one of them. */
export async function startOne(
  kind: EngineKind,
  role: "kv_producer" | "kv_consumer",
  leaseSeconds: number,
  port: number,
): Promise<Engine> {
  const argv = ["--served-model-name", model, "--max-model-len", "4096", ...transferArgv(role, { leaseSeconds })];
  return startEngine({ kind, argv, env: transferEnv(port), port: await freePort() });
}

export async function stopPair({ prefill, decode }: Pair): Promise<void> {
  await Promise.all([prefill.stop("SIGKILL"), decode.stop("SIGKILL")]);
}
