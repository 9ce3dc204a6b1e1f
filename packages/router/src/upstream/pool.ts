import type { Call, CallHandler, OutgoingRequest } from "./call";
import { Connection, now } from "./connection";

/** Times and limits of the connections to one engine. */
export interface PoolOptions {
  connectMs: number;
  /** Connections that nobody used for so long are closed: less than the engine's own keep-alive. */
  idleMs: number;
  /** Idle connections that are kept. Busy ones are as many as there are calls. */
  maxIdle: number;
}

/** Connections to one engine. */
export class Pool {
  private readonly idle: Connection[] = [];
  private readonly busy = new Set<Connection>();
  private closed = false;

  constructor(
    readonly host: string,
    readonly port: number,
    private readonly options: PoolOptions,
  ) {}

  /** Connections that are open. */
  get size(): number {
    return this.idle.length + this.busy.size;
  }

  /** Sends a request, on the connection that was used last. `fresh`: on a new one. */
  send(request: OutgoingRequest, handler: CallHandler, fresh = false): Call & { readonly reused: boolean } {
    const time = now();
    let connection = fresh ? undefined : this.idle.pop();
    if (connection && time - connection.touchedAt >= this.options.idleMs) {
      connection.close();
      this.closeIdle();
      connection = undefined;
    }
    connection ??= new Connection(this.host, this.port, this.options.connectMs, this.done);
    this.busy.add(connection);
    connection.start(request, handler);
    return connection;
  }

  /** Ends calls whose time is over, and connections that are idle for too long. */
  sweep(time = now()): void {
    for (const connection of this.busy) connection.check(time);
    // the one that was used longest ago is first
    while (this.idle[0] && time - this.idle[0].touchedAt >= this.options.idleMs) this.idle[0].close();
  }

  /** Closes what is idle now, and the rest when it becomes so. */
  close(): void {
    this.closed = true;
    this.closeIdle();
  }

  private closeIdle(): void {
    for (const connection of [...this.idle]) connection.close();
  }

  private readonly done = (connection: Connection, usable: boolean): void => {
    this.busy.delete(connection);
    if (usable && !this.closed && this.idle.length < this.options.maxIdle) {
      this.idle.push(connection);
      return;
    }
    const at = this.idle.indexOf(connection);
    if (at >= 0) this.idle.splice(at, 1);
    if (usable) connection.close();
  };
}
