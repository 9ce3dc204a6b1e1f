/** The benchmark's load generator: takes tasks from its parent, one after the other, and answers with what it measured. */
import { createConnection, type Socket } from "node:net";
import { frames } from "./frames";

/** What to do. Times in seconds. */
export type Task =
  /** Whole answers, one after the other on each connection. */
  | { kind: "plain"; ports: number[]; connections: number; warmUp: number; seconds: number }
  /** Streams that are all open at once. */
  | { kind: "streams"; port: number; streams: number; warmUp: number; seconds: number };

/** What was measured. */
export interface Measured {
  requests: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Events of streams. */
  events: number;
  failures: number;
  seconds: number;
}

/** `begin` and `end` are the moments between which is measured. */
export type Told = "ready" | "begin" | "end" | Measured;

const prompt = "The quick brown fox jumps over the lazy dog. ".repeat(10);

function request(stream: boolean): Buffer {
  const body = JSON.stringify({ model: "qwen3", prompt, max_tokens: 16, temperature: 0.7, stream });
  const head = `POST /v1/completions HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
  return Buffer.from(`${head}\r\n\r\n${body}`);
}

const tell = (what: Told) => process.send?.(what);
const after = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

async function measured(warmUp: number, seconds: number, state: { counting: boolean }): Promise<number> {
  await after(warmUp);
  tell("begin");
  state.counting = true;
  const began = performance.now();
  await after(seconds);
  state.counting = false;
  const taken = (performance.now() - began) / 1000;
  tell("end");
  return taken;
}

/** With several ports a request goes to each of them in turn: what a router's two hops cost without it. */
async function plain({ ports, connections, warmUp, seconds }: Task & { kind: "plain" }): Promise<Measured> {
  const state = { counting: false, over: false };
  const bytes = request(false);
  const times: number[] = [];
  let failures = 0;
  const sockets: Socket[] = [];
  for (let i = 0; i < connections; i++) {
    let began = 0;
    let hop = 0;
    const hops = ports.map((port) => {
      const socket = createConnection({ port, host: "127.0.0.1", noDelay: true });
      const read = frames((head) => {
        if (state.counting && !head.startsWith("HTTP/1.1 200")) failures++;
        hop = (hop + 1) % ports.length;
        if (hop === 0) {
          const now = performance.now();
          if (state.counting) times.push(now - began);
          began = now;
        }
        if (!state.over) hops[hop]?.write(bytes);
      });
      socket.on("data", read);
      socket.on("error", () => failures++);
      socket.on("close", () => {
        if (!state.over) failures++;
      });
      sockets.push(socket);
      return socket;
    });
    began = performance.now();
    hops[0]?.write(bytes);
  }
  const taken = await measured(warmUp, seconds, state);
  state.over = true;
  for (const socket of sockets) socket.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { requests: times.length, p50: at(0.5), p99: at(0.99), events: 0, failures, seconds: taken };
}

async function streams({ port, streams: count, warmUp, seconds }: Task & { kind: "streams" }): Promise<Measured> {
  const state = { counting: false };
  let events = 0;
  let failures = 0;
  let over = false;
  const bytes = request(true);
  const sockets: Socket[] = [];
  for (let i = 0; i < count; i++) {
    const socket = createConnection({ port, host: "127.0.0.1", noDelay: true });
    socket.on("data", (data) => {
      if (!state.counting) return;
      for (let at = data.indexOf("data: "); at >= 0; at = data.indexOf("data: ", at + 6)) events++;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (!over) failures++;
    });
    socket.write(bytes);
    sockets.push(socket);
    // a router is to carry them, not to survive their arrival
    if (i % 50 === 49) await after(0.03);
  }
  const taken = await measured(warmUp, seconds, state);
  over = true;
  for (const socket of sockets) socket.destroy();
  return { requests: 0, p50: Number.NaN, p99: Number.NaN, events, failures, seconds: taken };
}

process.on("message", (task: Task) => {
  void (task.kind === "plain" ? plain(task) : streams(task)).then(tell);
});
process.once("disconnect", () => process.exit(0));
tell("ready");
