import { freePort } from "../engine/ports";
import { type Engine, startEngine } from "../engine/real/engine";

/** Served name of the engines' model. */
export const model = "qwen3";
/** The key of engines and router. */
export const key = "internal";
/** Lease of the engines: short, so that one can outlast it, and long enough for engines that are short of processors. */
export const leaseSeconds = 20;

/** A prefill and a decode engine, with NIXL on loopback. */
export interface EnginePair {
  prefill: Engine;
  decode: Engine;
  stop(): Promise<void>;
}

/** Starts both at once; they take half a minute to some minutes. */
export async function startPair(): Promise<EnginePair> {
  const [prefill, decode] = await Promise.all([start("kv_producer"), start("kv_consumer")]);
  return {
    prefill,
    decode,
    stop: async () => void (await Promise.all([prefill.stop("SIGKILL"), decode.stop("SIGKILL")])),
  };
}

async function start(role: string): Promise<Engine> {
  const transfer = {
    kv_connector: "NixlConnector",
    kv_role: role,
    kv_connector_extra_config: { kv_lease_duration: leaseSeconds },
  };
  return startEngine({
    kind: "real",
    argv: [
      ...["--served-model-name", model, "--max-model-len", "4096", "--max-num-seqs", "32"],
      ...["--kv-transfer-config", JSON.stringify(transfer)],
    ],
    env: {
      APHRODITE_API_KEY: key,
      APHRODITE_NIXL_SIDE_CHANNEL_HOST: "127.0.0.1",
      APHRODITE_NIXL_SIDE_CHANNEL_PORT: String(await freePort()),
    },
    port: await freePort(),
  });
}

/** Stops an engine's processes, or lets them go on. */
export function freeze({ pid }: Engine, signal: "SIGSTOP" | "SIGCONT"): void {
  process.kill(-pid, signal);
}
