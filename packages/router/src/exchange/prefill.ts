import type { Engine } from "../engines/engine";
import { troubleOf } from "../engines/work";
import { requestHead } from "../http/headers";
import type { CallFailure } from "../upstream/call";
import { now } from "../upstream/connection";
import type { ResponseHead } from "../upstream/head";
import { type TransferParameters, transferParameters } from "./parameters";
import type { ClientRequest } from "./request";
import type { Services } from "./services";

/** What came of one request to a prefill engine. */
export type PrefillOutcome =
  | { kind: "answer"; parameters: TransferParameters; leaseFrom: number; answeredAt: number }
  /** The request itself is at fault: the client gets the engine's own words. */
  | { kind: "refused"; head: ResponseHead; body: Buffer }
  | { kind: "failed"; reason: "connection" | "refused" | "silent" | "status" | "busy" | "no-parameters" }
  | { kind: "gone" };

const longestAnswer = 64 * 1024 * 1024;

/** Asks a prefill engine for the prompt's blocks. */
export function prefill(
  services: Services,
  client: ClientRequest,
  engine: Engine,
  body: Buffer,
  tokens: number,
): Promise<PrefillOutcome> {
  const { work, metrics, times } = services;
  const beganAt = now();
  const over = work.begin(engine, tokens);
  return new Promise((resolve) => {
    let giveUp: () => void = () => undefined;
    const done = (outcome: PrefillOutcome) => {
      engine.repeatable.delete(giveUp);
      client.onGone(undefined);
      over();
      const label = outcome.kind === "failed" ? outcome.reason : outcome.kind;
      metrics.prefills.with({ outcome: label }).inc();
      resolve(outcome);
    };
    let head: ResponseHead | undefined;
    const chunks: Buffer[] = [];
    let size = 0;
    let leaseFrom = beganAt;
    let writtenAt = beganAt;
    const send = (fresh: boolean) => {
      const call = engine.pool.send(
        {
          head: requestHead("POST", client.target, engine.name, client.headers, body.length),
          body: [body],
          silenceMs: times.prefillMs,
        },
        {
          sent: () => {
            writtenAt = now();
          },
          head: (got) => {
            head = got;
            // see Lease: the engine had not finished when it last gave a sign of life
            leaseFrom = Math.max(writtenAt, engine.signBefore(now()));
            work.alive(engine);
          },
          data: (chunk) => {
            chunks.push(Buffer.from(chunk));
            size += chunk.length;
            if (size <= longestAnswer) return;
            call.abort();
            failed({ kind: "protocol", sent: true, begun: true, message: "the answer is too long" });
          },
          end: (last) => {
            const bytes =
              chunks.length === 0 ? (last ?? Buffer.alloc(0)) : Buffer.concat(last ? [...chunks, last] : chunks);
            done(answered(head as ResponseHead, bytes));
          },
          failed: (failure) => {
            // an idle connection that the engine was about to close: a prefill can always be asked for again
            if (call.reused && failure.kind === "reset" && !failure.begun && !fresh) {
              send(true);
              return;
            }
            failed(failure);
          },
        },
        fresh,
      );
      client.onGone(() => {
        call.abort();
        done({ kind: "gone" });
      });
      engine.repeatable.delete(giveUp);
      giveUp = () => {
        call.abort();
        services.log.warn("prefill failed", { id: client.id, engine: engine.name, reason: "ejected" });
        done({ kind: "failed", reason: "silent" });
      };
      engine.repeatable.add(giveUp);
    };
    const failed = (failure: CallFailure) => {
      work.bad(engine, troubleOf(failure));
      const reason = failure.kind === "refused" || failure.kind === "silent" ? failure.kind : "connection";
      services.log.warn("prefill failed", { id: client.id, engine: engine.name, reason, message: failure.message });
      done({ kind: "failed", reason });
    };
    const answered = (head: ResponseHead, bytes: Buffer): PrefillOutcome => {
      const { status } = head;
      // a full queue, in the engine's words
      if (status === 429 || status === 503) return { kind: "failed", reason: "busy" };
      if (status >= 500) {
        work.bad(engine, "status");
        services.log.warn("prefill failed", { id: client.id, engine: engine.name, reason: "status", status });
        return { kind: "failed", reason: "status" };
      }
      if (status !== 200) return { kind: "refused", head, body: Buffer.from(bytes) };
      const answeredAt = now();
      metrics.prefillSeconds.with().observe((answeredAt - beganAt) / 1000);
      work.good(engine);
      const parameters = transferParameters(bytes.toString("utf8"));
      if (!parameters) return { kind: "failed", reason: "no-parameters" };
      return { kind: "answer", parameters, leaseFrom, answeredAt };
    };
    send(false);
  });
}
