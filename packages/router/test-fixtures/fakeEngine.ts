import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A request that a fake engine saw. */
export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  text: string;
  body: Record<string, unknown>;
  state: "open" | "answered" | "gone";
}

/** How a test wants the next generations to be answered; undefined leaves it to the engine. */
export type Act = (seen: Seen, res: ServerResponse) => void | Promise<void>;

/** An HTTP server that answers as an engine does, or as a test says. */
export class FakeEngine {
  readonly seen: Seen[] = [];
  act: Act | undefined;
  healthStatus = 200;
  /** /health is not answered. */
  healthHangs = false;
  /** Probes of a token are not answered. */
  generationHangs = false;
  /** Answers of prefill that decode has not taken or released. */
  readonly held = new Set<number>();
  private blocks = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
    readonly role: "prefill" | "decode",
    private readonly prefills: readonly FakeEngine[],
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Generations, without probes and releases. */
  get generations(): Seen[] {
    return this.seen.filter(
      ({ body, path, headers }) =>
        path !== "/health" && body.prompt !== "ping" && !String(headers["x-request-id"]).endsWith("-release"),
    );
  }

  get releases(): Seen[] {
    return this.seen.filter(({ headers }) => String(headers["x-request-id"]).endsWith("-release"));
  }

  /** `prefills`: those whose blocks a decode engine takes. */
  static async start(role: "prefill" | "decode", prefills: readonly FakeEngine[] = [], port = 0): Promise<FakeEngine> {
    let engine: FakeEngine | undefined;
    const server = createServer({ keepAliveTimeout: 60_000 }, (req, res) => void engine?.handle(req, res));
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => resolve());
    });
    engine = new FakeEngine(server, (server.address() as AddressInfo).port, role, prefills);
    const { sockets } = engine;
    server.on("connection", (socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
    return engine;
  }

  get connections(): number {
    return this.sockets.size;
  }

  /** Ends as a killed process does. */
  async kill(): Promise<void> {
    for (const socket of this.sockets) socket.resetAndDestroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of req) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const text = Buffer.concat(chunks).toString("utf8");
    const body = parsed(text);
    const seen: Seen = {
      method: req.method ?? "",
      path: req.url ?? "",
      headers: req.headers,
      text,
      body,
      state: "open",
    };
    this.seen.push(seen);
    res.once("close", () => {
      seen.state = res.writableFinished ? "answered" : "gone";
    });
    if (req.url === "/health") {
      if (this.healthHangs) return;
      res.writeHead(this.healthStatus).end();
      return;
    }
    if (body.model === "sonar-router-release") {
      this.take(body);
      json(res, 404, { error: { message: "no such model" } });
      return;
    }
    if (this.generationHangs && body.prompt === "ping") return;
    if (this.act && body.prompt !== "ping") await this.act(seen, res);
    else this.answer(seen, res);
  }

  /** As a real engine would. */
  answer(seen: Seen, res: ServerResponse): void {
    const { body } = seen;
    const asked = body.kv_transfer_params as { do_remote_decode?: boolean } | undefined;
    if (this.role === "prefill" && asked?.do_remote_decode) {
      json(res, 200, { id: "p", choices: [{ text: "x", finish_reason: "length" }], kv_transfer_params: this.hold() });
      return;
    }
    this.take(body);
    if (!body.stream) {
      json(res, 200, { id: "d", choices: [{ text: `answer to ${String(body.prompt)}` }], by: this.port });
      return;
    }
    res.writeHead(200, { "content-type": "text/event-stream" });
    for (const word of ["one", "two", "three"]) res.write(`data: ${word}\n\n`);
    res.end("data: [DONE]\n\n");
  }

  /** Keeps blocks, and says how one gets them. */
  hold(): Record<string, unknown> {
    const block = ++this.blocks;
    this.held.add(block);
    return {
      do_remote_prefill: true,
      do_remote_decode: false,
      remote_block_ids: [[block]],
      remote_engine_id: `e${this.port}`,
      remote_request_id: `cmpl-${block}`,
      remote_host: "127.0.0.1",
      remote_port: this.port,
      tp_size: 1,
    };
  }

  /** Takes the blocks that a request names. */
  take(body: Record<string, unknown>): void {
    const { remote_port: port, remote_block_ids: ids } = (body.kv_transfer_params ?? {}) as {
      remote_port?: number;
      remote_block_ids?: number[][];
    };
    const block = ids?.[0]?.[0];
    if (block !== undefined) this.prefills.find((engine) => engine.port === port)?.held.delete(block);
  }
}

export function json(res: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value);
  res.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) }).end(text);
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
