import type { CallFailure, OutgoingRequest } from "../upstream/call";
import type { Engine } from "./engine";

/** What came of a probe. */
export type ProbeResult = { kind: "status"; status: number } | { kind: "failed"; failure: CallFailure };

/** Sends one request of the router's own, with a limit for all of it. An idle connection that the engine had closed says nothing of it: once more, then. */
export function probe(
  engine: Engine,
  request: OutgoingRequest,
  timeoutMs: number,
  then: (result: ProbeResult) => void,
): void {
  const send = (fresh: boolean) => {
    let status = 0;
    let over = false;
    const late = () => {
      if (over) return;
      call.abort();
      then({ kind: "failed", failure: { kind: "silent", sent: true, begun: false, message: "no answer in time" } });
    };
    // an answer that has arrived meanwhile is read first: it may be the router that was late
    const timer = setTimeout(() => setImmediate(late), timeoutMs);
    const call = engine.pool.send(
      request,
      {
        head: (head) => {
          status = head.status;
        },
        data: () => undefined,
        end: () => {
          over = true;
          clearTimeout(timer);
          then({ kind: "status", status });
        },
        failed: (failure) => {
          over = true;
          clearTimeout(timer);
          if (call.reused && failure.kind === "reset" && !failure.begun && !fresh) send(true);
          else then({ kind: "failed", failure });
        },
      },
      fresh,
    );
  };
  send(false);
}
