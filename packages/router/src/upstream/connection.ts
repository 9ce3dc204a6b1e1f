import { connect, type Socket } from "node:net";
import type { Call, CallFailure, CallHandler, OutgoingRequest } from "./call";
import { ChunkReader } from "./chunked";
import { parseHead, type ResponseHead } from "./head";

const headEnd = Buffer.from("\r\n\r\n");
const longestHead = 64 * 1024;
/** Requests up to this size are written in one piece: copying is cheaper than a list of pieces. */
const smallBytes = 16 * 1024;
/** All connections read into this one: what is read is taken before anything else is read. */
const shared = Buffer.allocUnsafeSlow(64 * 1024);

/** Milliseconds of a clock that never goes back. */
export const now = () => performance.now();

/** One connection to an engine: one call at a time, HTTP/1.1. */
export class Connection implements Call {
  private readonly socket: Socket;
  private handler: CallHandler | undefined;
  private head: ResponseHead | undefined;
  private early: Buffer | undefined;
  private left = 0;
  private chunks: ChunkReader | undefined;
  private connected = false;
  private sent = false;
  private begun = false;
  private broken = false;
  /** Whether a call was answered on it before. */
  reused = false;
  /** When it last did anything. */
  touchedAt = now();
  private silenceMs = 0;

  constructor(
    host: string,
    port: number,
    private readonly connectMs: number,
    private readonly done: (connection: Connection, usable: boolean) => void,
  ) {
    this.socket = connect({
      host,
      port,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
      onread: {
        buffer: shared,
        callback: (length) => {
          this.read(shared.subarray(0, length));
          return true;
        },
      },
    });
    this.socket.on("connect", () => {
      this.connected = true;
      this.touchedAt = now();
    });
    this.socket.on("end", () => this.closed("the engine closed the connection"));
    this.socket.on("error", (error: NodeJS.ErrnoException) => this.closed(error.message, error.code));
    this.socket.on("close", () => this.closed("the connection was closed"));
  }

  /** Writes a request. The connection must be free. */
  start(request: OutgoingRequest, handler: CallHandler): void {
    this.handler = handler;
    this.head = undefined;
    this.sent = false;
    this.begun = false;
    this.silenceMs = request.silenceMs;
    this.touchedAt = now();
    const written = () => {
      this.sent = true;
      if (this.handler === handler) handler.sent?.();
    };
    const { head, body } = request;
    let size = head.length;
    for (const part of body) size += part.length;
    if (body.length > 0 && size > smallBytes) {
      this.socket.cork();
      this.socket.write(head, "latin1");
      for (let i = 0; i < body.length - 1; i++) this.socket.write(body[i] as Buffer);
      this.socket.write(body[body.length - 1] as Buffer, written);
      this.socket.uncork();
      return;
    }
    const all = Buffer.allocUnsafe(size);
    let at = all.write(head, "latin1");
    for (const part of body) at += part.copy(all, at);
    this.socket.write(all, written);
  }

  /** Fails the call if its time is over. Called for every busy connection now and then. */
  check(time: number): void {
    if (!this.handler) return;
    const limit = this.connected ? this.silenceMs : this.connectMs;
    if (time - this.touchedAt < limit) return;
    if (this.connected) this.fail("silent", `nothing came for ${Math.round(limit)} ms`);
    else this.fail("connect-timeout", `no connection within ${Math.round(limit)} ms`);
  }

  abort(): void {
    this.handler = undefined;
    this.drop();
  }

  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.touchedAt = now();
    this.socket.resume();
  }

  close(): void {
    this.drop();
  }

  private drop(): void {
    if (this.broken) return;
    this.broken = true;
    this.socket.destroy();
    this.done(this, false);
  }

  private fail(kind: CallFailure["kind"], message: string): void {
    const { handler, sent, begun } = this;
    this.handler = undefined;
    this.drop();
    handler?.failed({ kind, sent, begun, message });
  }

  private closed(message: string, code?: string): void {
    const { head } = this;
    if (this.handler && head?.body.kind === "close" && code === undefined) {
      this.finish(undefined);
      return;
    }
    if (!this.handler) {
      this.drop();
      return;
    }
    const kind = this.connected ? "reset" : code === "ECONNREFUSED" ? "refused" : "connect";
    this.fail(kind, message);
  }

  private read(bytes: Buffer): void {
    this.touchedAt = now();
    const { handler } = this;
    if (!handler) {
      // an engine that speaks without being asked is not to be asked again on this connection
      this.drop();
      return;
    }
    this.begun = true;
    if (this.head) this.readBody(bytes, 0, handler);
    else this.readHead(this.early ? Buffer.concat([this.early, bytes]) : bytes, handler);
  }

  private readHead(bytes: Buffer, handler: CallHandler): void {
    const end = bytes.indexOf(headEnd);
    if (end < 0) {
      this.early = Buffer.from(bytes);
      if (bytes.length > longestHead) this.fail("protocol", "the head of the answer is too long");
      return;
    }
    this.early = undefined;
    const head = parseHead(bytes.toString("latin1", 0, end));
    if (typeof head === "string") {
      this.fail("protocol", head);
      return;
    }
    const at = end + 4;
    if (head.status < 200) {
      if (at < bytes.length) this.readHead(bytes.subarray(at), handler);
      return;
    }
    this.head = head;
    const { body } = head;
    this.left = body.kind === "length" ? body.bytes : 0;
    this.chunks = body.kind === "chunked" ? new ChunkReader() : undefined;
    try {
      handler.head(head, at < bytes.length);
    } catch (error) {
      // Node refuses headers that it would not send
      this.fail("protocol", `the head cannot be passed on: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    if (this.handler !== handler) return;
    if (body.kind === "none" || (body.kind === "length" && body.bytes === 0)) {
      this.ended(bytes, at, undefined);
    } else if (at < bytes.length) this.readBody(bytes, at, handler);
  }

  private readBody(bytes: Buffer, at: number, handler: CallHandler): void {
    if (this.chunks) {
      this.readChunks(bytes, at, handler, this.chunks);
      return;
    }
    if (this.head?.body.kind === "close") {
      handler.data(at === 0 ? bytes : bytes.subarray(at));
      return;
    }
    const end = Math.min(bytes.length, at + this.left);
    const chunk = at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end);
    this.left -= end - at;
    if (this.left > 0) handler.data(chunk);
    else this.ended(bytes, end, chunk);
  }

  private readChunks(bytes: Buffer, at: number, handler: CallHandler, chunks: ChunkReader): void {
    const { raw } = handler;
    const stop = chunks.read(bytes, at, (chunk) => {
      if (!raw && this.handler === handler) handler.data(chunk);
    });
    if (this.handler !== handler) return;
    if (stop < 0) {
      this.fail("protocol", "the chunks of the answer make no sense");
      return;
    }
    raw?.(bytes.subarray(at, stop));
    if (this.handler === handler && chunks.done) this.ended(bytes, stop, undefined);
  }

  private ended(bytes: Buffer, at: number, last: Buffer | undefined): void {
    // an answer before the request was written, or more than the answer: the two sides no longer agree
    if (at < bytes.length || !this.sent || !this.head?.keepAlive) this.finish(last);
    else {
      const { handler } = this;
      this.handler = undefined;
      this.reused = true;
      this.socket.resume();
      this.done(this, true);
      handler?.end(last);
    }
  }

  private finish(last: Buffer | undefined): void {
    const { handler } = this;
    this.handler = undefined;
    this.drop();
    handler?.end(last);
  }
}
