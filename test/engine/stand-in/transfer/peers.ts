import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "./channel";
import type { RemoteParams } from "./params";

/** How long the real engine waits for the first answer of a prefill engine. */
const handshakeMs = 5000;

/** The prefill engines that a decode engine has met. As in the real one, what was met under an engine id is not met again: a prefill process that
 *  comes back with the same id has other memory, and every read from it fails. */
export class Peers {
  private readonly met = new Map<string, string>();

  /** Reads a KV cache. Rejects when that fails. */
  async read(from: RemoteParams): Promise<number> {
    const incarnation = this.met.get(from.remote_engine_id) ?? (await this.meet(from));
    const { remote_host: host, remote_port: port, remote_request_id: requestId } = from;
    const { kv } = await ask(host, port, { ask: "read", incarnation, requestId });
    if (kv === undefined) throw new Error(`${from.remote_engine_id} has none of the memory that was met`);
    return kv;
  }

  /** Tells a prefill engine that its KV cache is not needed. */
  async release({ remote_host: host, remote_port: port, remote_request_id: requestId }: RemoteParams): Promise<void> {
    await ask(host, port, { ask: "release", requestId });
  }

  /** Tells a prefill engine to go on holding. */
  async heartbeat({ remote_host: host, remote_port: port, remote_request_id: requestId }: RemoteParams): Promise<void> {
    await ask(host, port, { ask: "heartbeat", requestId });
  }

  /** A closed port is not noticed: ZMQ goes on trying. */
  private async meet(from: RemoteParams): Promise<string> {
    const end = performance.now() + handshakeMs;
    while (performance.now() < end) {
      const reply = await ask(from.remote_host, from.remote_port, { ask: "hello" }).catch(() => undefined);
      if (reply?.incarnation !== undefined) {
        if (reply.engineId !== from.remote_engine_id)
          throw new Error(`${reply.engineId} is not ${from.remote_engine_id}`);
        this.met.set(from.remote_engine_id, reply.incarnation);
        return reply.incarnation;
      }
      await sleep(100);
    }
    throw new Error(`${from.remote_engine_id} does not answer`);
  }
}
