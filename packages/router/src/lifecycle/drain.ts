import type { Server } from "node:http";
import type { Log } from "../log/log";

/** How the process ends. */
export interface DrainOptions {
  server: Server;
  /** Requests that are not yet answered. */
  busy(): number;
  lingerMs: number;
  drainMs: number;
  log: Log;
}

/**
 * What happens at SIGTERM, in three steps:
 * 1. lingering: not ready any more, but everything is served: whoever is in front needs time to notice. Connections are closed after their answer.
 * 2. stopping: the port is closed, so that a gateway which comes nevertheless is refused and goes elsewhere; requests on connections
 *    that are open still are answered with 503. What runs goes on.
 * 3. ended: nothing runs any more, or the time is over.
 */
export class Drain {
  state: "serving" | "lingering" | "stopping" | "ended" = "serving";
  private ended: Promise<void> | undefined;

  constructor(private readonly options: DrainOptions) {}

  get draining(): boolean {
    return this.state !== "serving";
  }

  get stopping(): boolean {
    return this.state === "stopping" || this.state === "ended";
  }

  /** Begins; more calls change nothing. Resolves at the end. */
  begin(): Promise<void> {
    this.ended ??= this.run();
    return this.ended;
  }

  private async run(): Promise<void> {
    const { server, busy, lingerMs, drainMs, log } = this.options;
    this.state = "lingering";
    log.info("draining", { busy: busy() });
    await wait(lingerMs);
    this.state = "stopping";
    log.info("stopping", { busy: busy() });
    server.close();
    const end = performance.now() + drainMs;
    while (busy() > 0 && performance.now() < end) {
      server.closeIdleConnections();
      await wait(Math.min(50, drainMs));
    }
    this.state = "ended";
    if (busy() > 0) log.warn("requests broken off", { busy: busy() });
    server.closeAllConnections();
  }
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
