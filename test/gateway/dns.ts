import { createSocket } from "node:dgram";

const type = { a: 1, srv: 33 } as const;
const code = { ok: 0, "server-failure": 2, "no-such-name": 3 } as const;

export interface NameServer {
  /** `127.0.0.1:port`. */
  address: string;
  /** Ports of the engines that the record names; all are on 127.0.0.1. Without any, the name does not exist, as in CoreDNS. */
  ports: number[];
  /** `silent` answers nothing. */
  mood: "ok" | "server-failure" | "silent";
  /** Queries so far. */
  queries: number;
  stop(): Promise<void>;
}

/** A name server that knows one SRV record, as CoreDNS answers for a headless Service: a target for each engine, its address among the additional records. */
export async function startNameServer(record: string, ports: number[]): Promise<NameServer> {
  const socket = createSocket("udp4");
  const server: NameServer = {
    address: "",
    ports,
    mood: "ok",
    queries: 0,
    stop: () => new Promise((resolve) => socket.close(resolve)),
  };
  socket.on("message", (query, { address, port }) => {
    server.queries++;
    if (server.mood !== "silent") socket.send(respond(query, record, server), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}

function respond(query: Buffer, record: string, { mood, ports }: NameServer): Buffer {
  const { name, end } = readName(query, 12);
  const asked = query.readUInt16BE(end);
  const question = query.subarray(12, end + 4);
  const target = (port: number) => `engine-${port}.${record}`;
  const address = (port: number) => resource(target(port), type.a, Buffer.from([127, 0, 0, 1]));
  const host = ports.find((port) => target(port) === name);
  let status: number = mood === "ok" ? code.ok : code["server-failure"];
  let answers: Buffer[] = [];
  let additional: Buffer[] = [];
  if (mood === "ok" && name === record && ports.length > 0) {
    if (asked === type.srv) {
      answers = ports.map((port) =>
        resource(record, type.srv, Buffer.concat([numbers(0, 100, port), writeName(target(port))])),
      );
      additional = ports.map(address);
    }
  } else if (mood === "ok" && host !== undefined) {
    if (asked === type.a) answers = [address(host)];
  } else if (mood === "ok") status = code["no-such-name"];
  const header = Buffer.concat([
    query.subarray(0, 2),
    numbers(0x8580 | status, 1, answers.length, 0, additional.length),
  ]);
  return Buffer.concat([header, question, ...answers, ...additional]);
}

const resource = (name: string, kind: number, data: Buffer) =>
  Buffer.concat([writeName(name), numbers(kind, 1, 0, 5, data.length), data]);

const writeName = (name: string) =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

function numbers(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => {
    buffer.writeUInt16BE(value, index * 2);
  });
  return buffer;
}

/** The name at an offset, in lower case, and where it ends. Queries have no pointers. */
function readName(query: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join("."), end: at + 1 };
}
