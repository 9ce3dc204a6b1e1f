import { randomBytes, randomUUID } from "node:crypto";
import type { Server } from "node:net";
import type { Faults } from "../control/faults";
import type { RemoteKv } from "../engine/sequence";
import type { TransferMetrics } from "../metrics/transferMetrics";
import { listen, type Question, type Reply } from "./channel";
import { Held, type HeldRequest } from "./held";
import { answered, type RemoteParams } from "./params";
import { Peers } from "./peers";
import type { TransferSettings } from "./settings";

/** One engine's side of KV transfer: it can hold for others and read from others, whatever its role. */
export class Transfer {
  readonly engineId: string;
  private readonly incarnation = randomUUID();
  private readonly held: Held;
  private readonly peers = new Peers();
  private server: Server | undefined;

  constructor(
    readonly settings: TransferSettings,
    private readonly metrics: TransferMetrics,
    private readonly faults: Faults,
  ) {
    this.engineId = settings.engineId ?? randomUUID();
    this.held = new Held(settings.leaseSeconds, () => metrics.expired());
  }

  async open(): Promise<void> {
    this.server = await listen(this.settings.host, this.settings.port, (question) => this.reply(question));
  }

  close(): void {
    this.server?.close();
  }

  /** What is held for others now. */
  all(): HeldRequest[] {
    return this.held.all();
  }

  /** Holds a KV cache, and says how to get it.
   *  @param name Of the request and its prompt. */
  hold(name: string, kv: number, tokens: number): Readonly<Record<string, unknown>> {
    const requestId = `${name}-${randomBytes(4).toString("hex")}`;
    const { host, port } = this.settings;
    this.held.hold(requestId, kv, tokens);
    const own = { remote_engine_id: this.engineId, remote_request_id: requestId, remote_host: host, remote_port: port };
    return answered(own, tokens);
  }

  /** A KV cache that another engine holds. Until it is read or released the other is told to go on holding.
   *  @param outcome Called once it is known. */
  remote(from: RemoteParams, outcome: (outcome: "read" | "failed" | "released") => void): RemoteKv {
    const beat = () => {
      if (this.faults.get("hang") === undefined) void this.peers.heartbeat(from).catch(() => undefined);
    };
    const timer = setInterval(beat, (this.settings.leaseSeconds * 1000) / 6);
    beat();
    return {
      read: async () => {
        const began = performance.now();
        try {
          if (this.faults.strike("fail-transfer")) throw new Error("a failure that a test asked for");
          const kv = await this.peers.read(from);
          this.metrics.read((performance.now() - began) / 1000);
          outcome("read");
          return kv;
        } catch (error) {
          console.error(`NIXL transfer failure: ${error}`);
          this.metrics.failed();
          outcome("failed");
          throw error;
        } finally {
          clearInterval(timer);
        }
      },
      release: () => {
        clearInterval(timer);
        outcome("released");
        void this.peers.release(from).catch(() => this.metrics.unnotified());
      },
    };
  }

  private reply(question: Question): Reply {
    if (question.ask === "hello") return { engineId: this.engineId, incarnation: this.incarnation };
    if (question.ask === "release") this.held.release(question.requestId);
    if (question.ask === "heartbeat") this.held.heartbeat(question.requestId);
    if (question.ask !== "read" || question.incarnation !== this.incarnation) return {};
    return { kv: this.held.read(question.requestId) };
  }
}
