import type { Engine } from "../engines/engine";
import { troubleOf } from "../engines/work";
import { requestHead } from "../http/headers";
import type { Call, CallFailure, CallHandler } from "../upstream/call";
import { now } from "../upstream/connection";
import type { Lease } from "./lease";
import { Relay } from "./relay";
import type { ClientRequest } from "./request";
import type { Services } from "./services";

/** What came of one request to a decode engine. */
export type DecodeOutcome =
  /** Its answer, whatever it says, went to the client. */
  | { kind: "answered"; status: number; how: "complete" | "broken" }
  /** It has not got the request: another one may. */
  | { kind: "unreachable" }
  /** It had the request and is gone, or silent: it may have begun. */
  | { kind: "engine-lost" | "engine-silent" }
  /** Prefill's blocks may not be there any more when it takes the request up. */
  | { kind: "late"; when: "connecting" | "written" | "unanswered" }
  | { kind: "gone"; sent: boolean };

/** What a decode engine is given. */
export interface DecodeRequest {
  method: string;
  body: readonly Buffer[];
  bytes: number | undefined;
  /** How long prefill's blocks are there; undefined when the request needs none. */
  lease: Lease | undefined;
  answeredAt?: number;
}

/** Gives a request to a decode engine and passes the answer on. */
export function decode(
  services: Services,
  client: ClientRequest,
  engine: Engine,
  request: DecodeRequest,
  over: () => void,
): Promise<DecodeOutcome> {
  return new Promise((resolve) => {
    new Attempt(services, client, engine, request, (outcome) => {
      over();
      const label = outcome.kind === "answered" ? `${Math.floor(outcome.status / 100)}xx` : outcome.kind;
      services.metrics.decodes.with({ outcome: label }).inc();
      resolve(outcome);
    }).send(false);
  });
}

class Attempt implements CallHandler {
  private call!: Call & { readonly reused: boolean };
  private relay: Relay | undefined;
  private timer: NodeJS.Timeout | undefined;
  private sentAt = 0;
  private fresh = false;
  private over = false;

  constructor(
    private readonly services: Services,
    private readonly client: ClientRequest,
    private readonly engine: Engine,
    private readonly request: DecodeRequest,
    private readonly report: (outcome: DecodeOutcome) => void,
  ) {}

  send(fresh: boolean): void {
    const { engine, client, request, services } = this;
    // the last look before the bytes are handed over
    if (request.lease?.expired) {
      this.done({ kind: "late", when: "connecting" });
      return;
    }
    this.fresh = fresh;
    const head = requestHead(request.method, client.target, engine.name, client.headers, request.bytes);
    this.call = engine.pool.send({ head, body: request.body, silenceMs: services.times.decodeMs }, this, fresh);
    client.onGone(() => {
      this.call.abort();
      this.done({ kind: "gone", sent: this.sentAt > 0 });
    });
    const { lease } = request;
    if (!lease) return;
    clearTimeout(this.timer);
    // half of the time is left: if there is no answer by then, the engine is asked whether it lives
    // (in steps, so that many requests share a timer's list)
    this.timer = setTimeout(() => this.ask(lease), Math.floor(lease.left() / 200) * 100);
  }

  sent(): void {
    this.sentAt = now();
    const { lease, answeredAt } = this.request;
    if (answeredAt !== undefined) this.services.metrics.gapSeconds.with().observe((this.sentAt - answeredAt) / 1000);
    // connecting, and a socket that took the bytes slowly, count too
    if (lease?.expired) this.abandon("written");
  }

  head(...args: Parameters<CallHandler["head"]>): void {
    clearTimeout(this.timer);
    const relay = new Relay(
      this.services,
      this.client,
      this.engine,
      () => this.call,
      (how) => this.answered(how),
    );
    relay.head(...args);
    // a head that Node refuses has not reached the client
    this.relay = relay;
  }

  data(chunk: Buffer): void {
    this.relay?.data(chunk);
  }

  get raw(): CallHandler["raw"] {
    return this.relay?.raw;
  }

  end(last: Buffer | undefined): void {
    this.relay?.end(last);
  }

  failed(failure: CallFailure): void {
    if (this.relay) {
      this.relay.failed(failure);
      return;
    }
    // an idle connection that the engine had closed, and nothing of the request was read
    if (this.call.reused && !failure.sent && failure.kind === "reset" && !this.fresh) {
      this.send(true);
      return;
    }
    const { services, engine, client } = this;
    services.work.bad(engine, troubleOf(failure));
    services.log.warn("decode failed", {
      id: client.id,
      engine: engine.name,
      reason: failure.kind,
      message: failure.message,
      sent: failure.sent,
    });
    if (!failure.sent) this.done({ kind: "unreachable" });
    else this.done({ kind: failure.kind === "silent" ? "engine-silent" : "engine-lost" });
  }

  /**
   * The engine has the bytes but has not answered. A long answer that is no stream is silent as well as an engine that stands still and will take
   * the request up after the lease. Only a sign of life after the bytes were written tells them apart: who answers /health
   * reads requests, and from then on decode itself keeps the blocks alive. Without it the answer is not waited for.
   */
  private ask(lease: Lease): void {
    if (this.sentAt === 0 || this.engine.healthyAskedAt < this.sentAt) {
      this.services.look(this.engine);
      this.timer = setTimeout(() => setImmediate(() => this.judge()), lease.left());
    }
  }

  private judge(): void {
    if (this.over || this.relay) return;
    if (this.sentAt === 0) this.abandon("connecting");
    else if (this.engine.healthyAskedAt < this.sentAt) this.abandon("unanswered");
  }

  private abandon(when: "connecting" | "written" | "unanswered"): void {
    this.call.abort();
    if (when === "unanswered") this.services.work.bad(this.engine, "silent");
    this.done({ kind: "late", when });
  }

  private answered(how: "complete" | "broken"): void {
    this.done({ kind: "answered", status: this.relay?.status ?? 0, how });
  }

  private done(outcome: DecodeOutcome): void {
    this.over = true;
    clearTimeout(this.timer);
    this.client.onGone(undefined);
    this.report(outcome);
  }
}
