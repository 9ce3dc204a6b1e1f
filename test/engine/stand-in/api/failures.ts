import type { Faults } from "../control/faults";
import { ApiError } from "../http/errors";
import type { Exchange } from "../http/exchange";
import type { Writer } from "./writer";

/** Failures that a test asked for, before a generation begins. True: it has no answer. Throws the error that is to be its answer. */
export function strike(faults: Faults, exchange: Exchange): boolean {
  if (faults.strike("die-before-headers")) process.exit(137);
  const message = "A failure that a test asked for.";
  if (faults.strike("status-500")) throw new ApiError(500, "InternalServerError", message);
  const status = faults.strike("status");
  if (status) throw new ApiError(status.status, "Asked", message);
  if (!faults.strike("reset")) return false;
  exchange.request.socket.resetAndDestroy();
  return true;
}

/** Failures that a test asked for, of the answer itself. */
export function struck(faults: Faults, inner: Writer): Writer {
  const fatal = faults.strike("die-mid-stream");
  const late = faults.strike("late");
  const alive = late ? delayed(inner, late.delay) : inner;
  return fatal ? dying(alive, fatal.tokens) : alive;
}

/** All of the answer comes so many seconds after it is made. */
function delayed(inner: Writer, seconds: number): Writer {
  const later = (write: () => void) => void setTimeout(write, seconds * 1000);
  return {
    text: (...given) => later(() => inner.text(...given)),
    end: (...given) => later(() => inner.end(...given)),
    fail: (error) => later(() => inner.fail(error)),
    lost: () => later(() => inner.lost()),
  };
}

/** Ends the process after so many texts, once they are on their way. */
function dying(inner: Writer, after: number): Writer {
  let texts = 0;
  return {
    text(...given) {
      if (texts >= after) return;
      inner.text(...given);
      if (++texts === after) setImmediate(() => process.exit(137));
    },
    end(...given) {
      if (texts < after) inner.end(...given);
    },
    fail: (error) => inner.fail(error),
    lost: () => inner.lost(),
  };
}
