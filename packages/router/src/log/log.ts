import { writeSync } from "node:fs";

/** What a line can say: never a prompt, a key or a header's value other than the request id. */
export type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

/** One JSON object a line. */
export interface Log {
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, fields?: Fields): void;
  /** Writes what is still held back. */
  flush(): void;
}

const flushMs = 100;
const most = 64 * 1024;

/** Lines go out together every tenth of a second: one write for each request would cost more than the request's routing. Errors go at once: the process may
 *  end with them. Warnings do not: in an overload each refusal is one. */
export function jsonLog(service: string, write: (text: string) => void = toStdout): Log {
  const named = `"service":${JSON.stringify(service)},`;
  let held = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = held;
    held = "";
    if (text) write(text);
  };
  const line = (level: string, event: string, fields: Fields | undefined) => {
    const more = fields ? JSON.stringify(fields) : "{}";
    const comma = more.length > 2 ? "," : "";
    held += `{"time":"${new Date().toISOString()}","level":"${level}",${named}"event":${JSON.stringify(event)}${comma}${more.slice(1)}\n`;
    if (level === "error" || held.length > most) flush();
    else timer ??= setTimeout(flush, flushMs).unref();
  };
  return {
    info: (event, fields) => line("info", event, fields),
    warn: (event, fields) => line("warn", event, fields),
    error: (event, fields) => line("error", event, fields),
    flush,
  };
}

/** A full pipe is waited for; a closed one is not the requests' business. */
function toStdout(text: string): void {
  let rest = Buffer.from(text);
  for (let tries = 0; rest.length > 0 && tries < 1000; ) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      tries++;
    }
  }
}
