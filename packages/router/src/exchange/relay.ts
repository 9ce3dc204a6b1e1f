import type { ServerResponse } from "node:http";
import type { Engine } from "../engines/engine";
import { troubleOf } from "../engines/work";
import type { Call, CallFailure, CallHandler } from "../upstream/call";
import { now } from "../upstream/connection";
import type { ResponseHead } from "../upstream/head";
import type { ClientRequest } from "./request";
import type { Services } from "./services";

const smallBytes = 16 * 1024;

/** Bytes are lent, so they are copied: small ones as text, which goes out in one piece with the head; latin1 keeps every byte. */
const write = (res: ServerResponse, bytes: Buffer) =>
  bytes.length <= smallBytes ? res.write(bytes.toString("latin1"), "latin1") : res.write(Buffer.from(bytes));

const isStream = ({ headers }: ResponseHead) =>
  headers.some(
    (name, i) => i % 2 === 0 && /^content-type$/i.test(name) && headers[i + 1]?.startsWith("text/event-stream"),
  );

/** Passes an engine's answer on to the client as it comes, no faster than the client reads. */
export class Relay implements CallHandler {
  /** What came of it, for log and metrics. */
  status = 0;
  raw: CallHandler["raw"];
  /** Its pieces are tokens, whose times count. */
  private streams = false;
  private lastAt = 0;
  private waiting = false;

  constructor(
    private readonly services: Services,
    private readonly client: ClientRequest,
    private readonly engine: Engine,
    private readonly call: () => Call,
    /** The answer has ended, one way or the other. */
    private readonly over: (how: "complete" | "broken") => void,
  ) {}

  head(head: ResponseHead, more: boolean): void {
    const { res } = this.client;
    this.status = head.status;
    this.streams = this.client.generation && head.status < 300 && isStream(head);
    const headers = head.headers.concat("x-request-id", this.client.id);
    if (head.body.kind === "chunked" && this.client.req.httpVersionMinor === 1) {
      // chunks stay as they are cut: to take each apart and frame it anew is half of a stream's cost
      res.writeHead(head.status, head.message, headers.concat("transfer-encoding", "chunked"));
      res.flushHeaders();
      res.chunkedEncoding = false;
      this.raw = (bytes) => this.data(bytes);
    } else {
      res.writeHead(head.status, head.message, headers);
      // a stream's head goes out at once: its first token may take long
      if (!more) res.flushHeaders();
    }
    // 503 is a full queue
    if (head.status >= 500 && head.status !== 503) this.services.work.bad(this.engine, "status");
    else if (head.status < 300) this.services.work.good(this.engine, this.client.generation);
    else this.services.work.alive(this.engine);
  }

  data(chunk: Buffer): void {
    this.timed();
    const { res } = this.client;
    if (write(res, chunk) || this.waiting) return;
    this.waiting = true;
    const call = this.call();
    call.pause();
    res.once("drain", () => {
      this.waiting = false;
      call.resume();
    });
  }

  end(last: Buffer | undefined): void {
    const { res } = this.client;
    if (!last) res.end();
    else {
      this.timed();
      write(res, last);
      res.end();
    }
    this.over("complete");
  }

  failed(failure: CallFailure): void {
    // a client that does not read is not the engine's silence
    if (!this.waiting) this.services.work.bad(this.engine, troubleOf(failure));
    this.services.log.warn("answer broken off", {
      id: this.client.id,
      engine: this.engine.name,
      reason: failure.kind,
      message: failure.message,
    });
    // without the end of the body the client knows that it has not got all of it
    this.client.res.destroy();
    this.over("broken");
  }

  private timed(): void {
    if (!this.streams) return;
    const { metrics } = this.services;
    const time = now();
    if (this.lastAt === 0) metrics.firstByteSeconds.with().observe((time - this.client.startedAt) / 1000);
    else metrics.betweenSeconds.with().observe((time - this.lastAt) / 1000);
    this.lastAt = time;
  }
}
