import type { LoggedRequest } from "../control/requestLog";
import type { Core } from "../engine/core";
import type { RemoteKv } from "../engine/sequence";
import type { Asked } from "../transfer/params";
import type { Kv } from "./generate";

/** What a request does with KV caches of and for other engines, by its `kv_transfer_params`. An engine without a connector ignores them.
 *  @param name Of what is held of a sequence. */
export function kvFor(
  { transfer, faults }: Core,
  asked: Asked,
  name: (sequence: number) => string,
  entry: LoggedRequest,
): Kv {
  const kv: Kv = { hold: undefined, remote: undefined };
  if (!transfer || asked.role === "alone") return kv;
  entry.role = asked.role === "prefill" ? "prefill" : "decode";
  if (asked.role === "prefill") {
    const silent = faults.strike("no-transfer-params") !== undefined;
    kv.hold = (cache, tokens, sequence) => {
      entry.kv = "held";
      const params = transfer.hold(name(sequence), cache, tokens);
      return silent ? undefined : params;
    };
  } else if (asked.role === "decode") {
    kv.remote = () =>
      transfer.remote(asked.from, (outcome) => {
        entry.kv = outcome;
      });
  } else {
    if (asked.at === "start") die("no blocks are named");
    kv.remote = () => never;
  }
  return kv;
}

/** The request was refused before it reached the scheduler: who holds its KV cache is told. */
export function refused({ transfer }: Core, asked: Asked): void {
  if (asked.role === "decode") transfer?.remote(asked.from, () => undefined).release();
}

const never: RemoteKv = {
  read: () => new Promise(() => undefined),
  release: () => undefined,
};

/** The engine's core dies, and its server with it. */
export function die(reason: string): never {
  console.error(`EngineCore encountered an issue: ${reason}`);
  process.exit(0);
}
