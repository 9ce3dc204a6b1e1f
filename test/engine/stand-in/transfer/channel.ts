import { createConnection, createServer, type Server, type Socket } from "node:net";

/** What a decode engine asks of a prefill engine, one question on each connection. The real engines speak ZMQ and NIXL; only they can. */
export type Question =
  /** Who are you? */
  | { ask: "hello" }
  /** Read, and free. `incarnation` is the process that was met; another one has none of its memory. */
  | { ask: "read"; incarnation: string; requestId: string }
  | { ask: "release"; requestId: string }
  | { ask: "heartbeat"; requestId: string };

/** Fields that the question calls for. */
export interface Reply {
  engineId?: string;
  incarnation?: string;
  kv?: number;
}

/** Listens for decode engines. */
export async function listen(host: string, port: number, answer: (question: Question) => Reply): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    void line(socket)
      .then((text) => socket.end(`${JSON.stringify(answer(JSON.parse(text)))}\n`))
      .catch(() => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
  server.unref();
  return server;
}

/** Asks a prefill engine. Rejects when nobody answers. */
export async function ask(host: string, port: number, question: Question): Promise<Reply> {
  const socket = createConnection({ host, port });
  socket.write(`${JSON.stringify(question)}\n`);
  try {
    return JSON.parse(await line(socket));
  } finally {
    socket.destroy();
  }
}

function line(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (more: string) => {
      text += more;
      if (text.endsWith("\n")) resolve(text);
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the connection closed without an answer")));
  });
}
