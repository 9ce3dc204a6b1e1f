import { choosePair, decodeLoad, least, type NoPair, type Pair } from "../choice/choose";
import type { Engine } from "../engines/engine";
import type { Reason } from "../http/refusals";
import { type Alone, mustBeAlone } from "./alone";
import { type ClientBody, withField } from "./body";
import { decode } from "./decode";
import { decodeAlone } from "./decodeAlone";
import { Lease } from "./lease";
import type { TransferParameters } from "./parameters";
import { prefill } from "./prefill";
import { inputTokens, prefillBody } from "./prefillBody";
import { release } from "./release";
import type { ClientRequest } from "./request";
import type { Services } from "./services";

/** How a client's request ended: with an engine's answer, or with what the router has to say itself. */
export type Ended =
  | { kind: "answered"; status: number; how: "complete" | "broken" }
  | { kind: "refused"; reason: Reason; message?: string }
  | { kind: "gone" };

/** Runs the exchange: prefill, then decode, on engines that fit, again elsewhere where that is safe. */
export async function disaggregate(services: Services, client: ClientRequest, body: ClientBody): Promise<Ended> {
  const alone = mustBeAlone(client.route, body.value);
  if (alone) return aloneFor(services, client, body, alone);
  return new Exchange(services, client, body).run();
}

async function aloneFor(services: Services, client: ClientRequest, body: ClientBody, reason: Alone): Promise<Ended> {
  services.metrics.decodeOnly.with({ reason }).inc();
  return decodeAlone(services, client, [body.bytes], body.bytes.length);
}

class Exchange {
  /** Engines that failed this request. */
  private readonly excluded = new Set<Engine>();
  /** Prefill engines whose answer came too late: others are asked first. */
  private readonly slow = new Set<Engine>();
  private prefills = 0;
  private pairs = 0;
  /** What the client is told if nothing is left to try. */
  private reason: Reason | undefined;
  private readonly prefillBody: Buffer;
  private readonly tokens: number;

  constructor(
    private readonly services: Services,
    private readonly client: ClientRequest,
    private readonly body: ClientBody,
  ) {
    this.prefillBody = prefillBody(client.route, body);
    this.tokens = inputTokens(body.value, body.bytes.length);
  }

  async run(): Promise<Ended> {
    const { services } = this;
    for (;;) {
      const pair = this.nextPair();
      if (typeof pair === "string") return this.noPair(pair);
      // decode is chosen now, so that others see what is coming to it
      const over = services.work.begin(pair.decode);
      try {
        const ended = await this.through(pair, over);
        if (ended) return ended;
      } finally {
        over();
      }
      this.client.retries++;
    }
  }

  private nextPair(): Pair | NoPair {
    const engines = () => this.services.registry.all();
    if (this.slow.size > 0) {
      const other = choosePair(engines(), new Set([...this.excluded, ...this.slow]));
      if (typeof other !== "string") return other;
    }
    return choosePair(engines(), this.excluded);
  }

  /** One prefill, and what follows from it; undefined when another pair is to be tried. */
  private async through(pair: Pair, over: () => void): Promise<Ended | undefined> {
    const { services, client } = this;
    client.prefill = pair.prefill.name;
    const outcome = await prefill(services, client, pair.prefill, this.prefillBody, this.tokens);
    if (outcome.kind === "gone") return outcome;
    if (outcome.kind === "refused") {
      const { status, message, headers } = outcome.head;
      client.res.writeHead(status, message, [...headers, "x-request-id", client.id]);
      client.res.end(outcome.body);
      return { kind: "answered", status, how: "complete" };
    }
    if (outcome.kind === "failed") {
      this.excluded.add(pair.prefill);
      this.reason = "prefill-failed";
      services.metrics.retries.with({ side: "prefill", reason: outcome.reason }).inc();
      if (++this.prefills >= services.config.retries.prefillAttempts) return this.prefillFailed();
      return undefined;
    }
    const lease = new Lease(services.times, outcome.leaseFrom);
    return this.handOver(pair, outcome.parameters, lease, outcome.answeredAt, over);
  }

  /** Gives prefill's answer to decode; one that could not be reached has not taken it, so the next one gets it while it is good. */
  private async handOver(
    pair: Pair,
    parameters: TransferParameters,
    lease: Lease,
    answeredAt: number,
    over: () => void,
  ): Promise<Ended | undefined> {
    const { services, client } = this;
    const parts = withField(this.body, "kv_transfer_params", parameters.json);
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    let engine: Engine | undefined = pair.decode;
    let end = over;
    for (;;) {
      if (!engine.usable) {
        end();
        engine = this.otherDecode(pair);
        if (engine) end = services.work.begin(engine);
      }
      if (client.gone) {
        end();
        release(services, engine, parameters, client.id);
        return { kind: "gone" };
      }
      if (!engine) {
        this.reason ??= "no-decode";
        return undefined;
      }
      client.decode = engine.name;
      const outcome = await decode(
        services,
        client,
        engine,
        { method: "POST", body: parts, bytes, lease, answeredAt },
        end,
      );
      if (outcome.kind === "answered") {
        // what the engine's HTTP layer refuses its scheduler never hears of
        if (outcome.status >= 400 && outcome.status < 500) release(services, engine, parameters, client.id);
        return outcome;
      }
      if (outcome.kind === "gone") {
        // decode has heard of the request, and tells prefill, only if it was sent
        if (!outcome.sent) release(services, this.otherDecode(pair), parameters, client.id);
        return { kind: "gone" };
      }
      if (outcome.kind === "engine-lost" || outcome.kind === "engine-silent")
        return { kind: "refused", reason: outcome.kind };
      const last = ++this.pairs >= services.config.retries.pairAttempts;
      if (outcome.kind === "late") {
        services.metrics.leaseRepeats.with({ when: outcome.when }).inc();
        if (outcome.when === "unanswered") this.excluded.add(engine);
        this.slow.add(pair.prefill);
        this.reason = "lease-expired";
        return last ? { kind: "refused", reason: this.reason } : undefined;
      }
      this.excluded.add(engine);
      this.reason = "decode-unreachable";
      if (last) {
        release(services, this.otherDecode(pair), parameters, client.id);
        return { kind: "refused", reason: this.reason };
      }
      services.metrics.retries.with({ side: "decode", reason: "unreachable" }).inc();
      client.retries++;
      engine = this.otherDecode(pair);
      if (!engine) return undefined;
      end = services.work.begin(engine);
    }
  }

  private otherDecode({ prefill: { compatibility } }: Pair): Engine | undefined {
    const fitting = this.services.registry
      .usable("decode")
      .filter((engine) => engine.compatibility === compatibility && !this.excluded.has(engine));
    return least(fitting, decodeLoad);
  }

  private prefillFailed(): Promise<Ended> | Ended {
    if (this.services.config.noPrefill === "recompute")
      return aloneFor(this.services, this.client, this.body, "no-prefill");
    return { kind: "refused", reason: "prefill-failed" };
  }

  private noPair(why: "no-prefill" | "no-decode"): Promise<Ended> | Ended {
    if (why === "no-prefill" && this.reason !== "decode-unreachable") {
      if (this.services.config.noPrefill === "recompute")
        return aloneFor(this.services, this.client, this.body, "no-prefill");
    }
    return { kind: "refused", reason: this.reason ?? why };
  }
}
