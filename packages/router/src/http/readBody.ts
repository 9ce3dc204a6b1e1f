import type { IncomingMessage } from "node:http";

/** A request's whole body, or why it is not to be had. */
export type BodyRead = Buffer | "body-too-large" | "body-too-slow" | "gone";

/** Reads a body of at most `limit` bytes within `withinMs`. */
export function readBody(req: IncomingMessage, limit: number, withinMs: number): Promise<BodyRead> {
  return new Promise((resolve) => {
    if (Number(req.headers["content-length"] ?? 0) > limit) {
      resolve("body-too-large");
      return;
    }
    let first: Buffer | undefined;
    let rest: Buffer[] | undefined;
    let size = 0;
    const done = (read: BodyRead) => {
      clearTimeout(timer);
      req.removeAllListeners("data");
      resolve(read);
    };
    const timer = setTimeout(() => done("body-too-slow"), withinMs);
    req.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) done("body-too-large");
      else if (!first) first = chunk;
      else if (!rest) rest = [first, chunk];
      else rest.push(chunk);
    });
    req.once("end", () => done(rest ? Buffer.concat(rest, size) : (first ?? Buffer.alloc(0))));
    req.once("close", () => done("gone"));
  });
}
