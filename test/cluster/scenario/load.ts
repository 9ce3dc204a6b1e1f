/** What became of the requests of a load. */
export interface Tally {
  requests: number;
  streams: number;
  /** 429 and 503: told to come back, with a reason. */
  refused: number;
  /** Resets, truncated streams, wrong bodies, other statuses: what must not be. */
  failed: string[];
  /** Longest wait between two answers of the whole load, in seconds. */
  longestGapSeconds: number;
}

export interface LoadOptions {
  address: string;
  /** The key of each request; asked anew, so that it can be rotated. */
  key: () => string;
  /** Clients that ask one request after the other; every second one streams. @default 4 */
  clients?: number;
  /** Tokens of each answer. @default 20 */
  tokens?: number;
}

/** A steady load of plain and streamed completions, of which every request is accounted for. */
export class Load {
  private readonly tally: Tally = { requests: 0, streams: 0, refused: 0, failed: [], longestGapSeconds: 0 };
  private running = true;
  private last = Date.now();
  private readonly clients: Promise<void>[];

  constructor(private readonly options: LoadOptions) {
    this.clients = Array.from({ length: options.clients ?? 4 }, (_, i) => this.client(i));
  }

  /** Ends the load once the requests that run have been answered. */
  async stop(): Promise<Tally> {
    this.running = false;
    await Promise.all(this.clients);
    return this.tally;
  }

  private async client(index: number): Promise<void> {
    for (let n = 0; this.running; n++) {
      const stream = index % 2 === 1;
      this.tally.requests++;
      if (stream) this.tally.streams++;
      try {
        const failure = await this.ask(`client ${index}, request ${n}`, stream);
        if (failure === "refused") {
          this.tally.refused++;
          await new Promise((done) => setTimeout(done, 250));
        } else if (failure) this.tally.failed.push(failure);
        else this.answered();
      } catch (error) {
        this.tally.failed.push(
          `${stream ? "stream" : "plain"}: ${(error as Error).message} ${(error as Error).cause ?? ""}`,
        );
      }
    }
  }

  private answered(): void {
    this.tally.longestGapSeconds = Math.max(this.tally.longestGapSeconds, (Date.now() - this.last) / 1000);
    this.last = Date.now();
  }

  /** What is wrong with the answer; nothing when it is whole. */
  private async ask(prompt: string, stream: boolean): Promise<string | undefined> {
    const { address, key, tokens = 20 } = this.options;
    const answer = await fetch(`${address}/v1/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key()}` },
      body: JSON.stringify({ model: "qwen3", prompt, max_tokens: tokens, temperature: 0, ignore_eos: true, stream }),
      signal: AbortSignal.timeout(120_000),
    });
    const body = await answer.text();
    const reason = answer.headers.get("x-sonar-reason");
    if ((answer.status === 429 || answer.status === 503) && reason) return "refused";
    if (answer.status !== 200)
      return `${stream ? "stream" : "plain"}: HTTP ${answer.status} ${reason ?? ""} ${body.slice(0, 120)}`;
    if (!stream)
      return JSON.parse(body).choices[0].text.length > 0 ? undefined : `plain: no text in ${body.slice(0, 120)}`;
    return body.trimEnd().endsWith("data: [DONE]") && !body.includes('"error"')
      ? undefined
      : `stream: cut after ${body.slice(-120)}`;
  }
}
