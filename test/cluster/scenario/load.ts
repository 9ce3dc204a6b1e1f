import { setTimeout as sleep } from "node:timers/promises";

/** What became of the requests of a load. */
export interface Tally {
  requests: number;
  streams: number;
  /** 429 and 503: told to come back, with a reason. */
  refused: number;
  /** Streams that the client itself left. */
  cancelled: number;
  /** Resets, truncated streams, wrong bodies, other statuses: what must not be. */
  failed: string[];
  /** Longest time in which no client of the load was answered, in seconds. */
  longestGapSeconds: number;
  /** Texts of whole answers by prompt. */
  texts: Map<string, string>;
}

export interface LoadOptions {
  address: string;
  /** The key of each request; asked anew, so that it can be rotated. */
  key: () => string;
  /** Clients that ask one request after the other: plain, streaming, and at last one that leaves its streams. @default 5 */
  clients?: number;
  /** Tokens of each answer. @default 20 */
  tokens?: number;
  /** What a client asks. @default a short prompt that names client and request */
  prompt?: (client: number, request: number) => string;
  /** Milliseconds of a client between an answer and its next request: clients do not take the processors that engines start on. @default 50 */
  pause?: number;
}

const named = (client: number, request: number) => `client ${client}, request ${request}`;

type Manner = "plain" | "stream" | "leaver";
type Outcome = { answered: true } | { refused: true } | { cancelled: true } | { failure: string };

/** A steady load of plain and streamed completions, of which every request is accounted for. */
export class Load {
  private readonly tally: Tally = {
    requests: 0,
    streams: 0,
    refused: 0,
    cancelled: 0,
    failed: [],
    longestGapSeconds: 0,
    texts: new Map(),
  };
  private running = true;
  private last = Date.now();
  private readonly clients: Promise<void>[];

  constructor(private readonly options: LoadOptions) {
    const { clients = 5 } = options;
    this.clients = Array.from({ length: clients }, (_, i) =>
      this.client(i, i === clients - 1 ? "leaver" : i % 2 === 1 ? "stream" : "plain"),
    );
  }

  /** Ends the load once the requests that run have been answered. */
  async stop(): Promise<Tally> {
    this.running = false;
    await Promise.all(this.clients);
    return this.tally;
  }

  private async client(index: number, manner: Manner): Promise<void> {
    for (let n = 0; this.running; n++) {
      this.tally.requests++;
      if (manner !== "plain") this.tally.streams++;
      const { prompt = named } = this.options;
      const outcome = await this.ask(prompt(index, n), manner).catch(failed);
      this.count(manner, outcome);
      // a refused one comes back a little later
      await sleep(manner === "leaver" || "refused" in outcome ? 400 : (this.options.pause ?? 50));
    }
  }

  private count(manner: Manner, outcome: Outcome): void {
    if ("failure" in outcome) this.tally.failed.push(`${manner}: ${outcome.failure}`);
    else if ("refused" in outcome) this.tally.refused++;
    else this.served("cancelled" in outcome);
  }

  private served(cancelled: boolean): void {
    if (cancelled) this.tally.cancelled++;
    this.tally.longestGapSeconds = Math.max(this.tally.longestGapSeconds, (Date.now() - this.last) / 1000);
    this.last = Date.now();
  }

  private async ask(prompt: string, manner: Manner): Promise<Outcome> {
    const { address, key, tokens = 20 } = this.options;
    const stream = manner !== "plain";
    const leave = new AbortController();
    const answer = await fetch(`${address}/v1/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key()}` },
      body: JSON.stringify({
        model: "qwen3",
        prompt,
        max_tokens: manner === "leaver" ? 500 : tokens,
        temperature: 0,
        ignore_eos: true,
        stream,
      }),
      signal: AbortSignal.any([AbortSignal.timeout(120_000), leave.signal]),
    });
    if (manner === "leaver" && answer.status === 200) {
      await answer.body?.getReader().read();
      leave.abort();
      return { cancelled: true };
    }
    const body = await answer.text();
    const reason = answer.headers.get("x-sonar-reason");
    if ((answer.status === 429 || answer.status === 503) && reason) return { refused: true };
    if (answer.status !== 200) return { failure: `HTTP ${answer.status} ${reason ?? ""} ${body.slice(0, 120)}` };
    const wrong = stream ? wrongStream(body) : wrongAnswer(body, tokens);
    if (wrong !== undefined) return { failure: wrong };
    this.tally.texts.set(prompt, stream ? streamedText(body) : textOf(JSON.parse(body)));
    return { answered: true };
  }
}

const failed = (error: Error): Outcome => ({ failure: `${error.message} ${error.cause ?? ""}` });

interface Answer {
  choices: { text: string; finish_reason: string | null }[];
  usage?: { completion_tokens: number };
}

/** What is wrong with a plain answer: it must have all the tokens that were asked for. */
function wrongAnswer(body: string, tokens: number): string | undefined {
  const { choices, usage } = JSON.parse(body) as Answer;
  const whole = choices[0]?.finish_reason === "length" && usage?.completion_tokens === tokens;
  return whole ? undefined : `not whole: ${body.slice(0, 200)}`;
}

const textOf = ({ choices }: Answer) => choices.map(({ text }) => text).join("");

const events = (body: string) =>
  body
    .trimEnd()
    .split("\n\n")
    .filter((event) => event !== "data: [DONE]")
    .map((event) => JSON.parse(event.slice("data: ".length)) as Answer);

const streamedText = (body: string) => events(body).map(textOf).join("");

/** What is wrong with a stream: it must say why it ends, and then that it has ended. */
function wrongStream(body: string): string | undefined {
  if (body.trimEnd().split("\n\n").at(-1) !== "data: [DONE]") return `cut after ${body.slice(-120)}`;
  const reasons = events(body).map(({ choices }) => choices?.[0]?.finish_reason);
  return reasons.includes("length") ? undefined : `not whole: ${body.slice(-200)}`;
}
