import type { Router } from "./routers/router";
import type { Outcome, Row, Topic } from "./row";
import { openStage, type Stage } from "./stage";

/** How long a row may take, seconds. */
const patience = 30;

/** Puts rows to one router. */
export class Runner {
  private shared: (Stage & { close(): Promise<void> }) | undefined;

  constructor(private readonly router: Router) {}

  async run(topic: Topic, row: Row): Promise<Outcome> {
    const { name } = row;
    const lacks = (row.needs ?? []).find((feature) => !this.router.offers.has(feature));
    if (lacks) return { topic: topic.topic, name, result: "not offered", seen: lacks };
    try {
      await this.put(row);
      return { topic: topic.topic, name, result: "yes", seen: "" };
    } catch (error) {
      await this.close();
      return { topic: topic.topic, name, result: "no", seen: firstLine(error), error };
    }
  }

  /** Ends what rows share. */
  async close(): Promise<void> {
    const { shared } = this;
    this.shared = undefined;
    await shared?.close();
  }

  private async put(row: Row): Promise<void> {
    if (!row.stage) {
      this.shared ??= await openStage(this.router, {});
      return within(row.run(this.shared));
    }
    const stage = await openStage(this.router, row.stage);
    try {
      await within(row.run(stage));
    } finally {
      await stage.close();
    }
  }
}

async function within(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing for ${patience} s`)), patience * 1000);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split("\n")[0] ?? "").slice(0, 200);
}
