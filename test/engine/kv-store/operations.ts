import { call, type Place } from "../contract/client";
import { type Sample, scrape } from "../contract/metrics";

const names = {
  keys: "aphrodite:mooncake_store_operation_keys_total",
  failed: "aphrodite:mooncake_store_operation_failed_keys_total",
};

/** Keys that an operation has touched, or those of them that failed, over all statuses or with one. */
export async function keysOf(
  engine: Place,
  operation: "save_put" | "save_exists" | "load_get" | "lookup_exists",
  of: { status?: "ok" | "partial_failure" | "error"; count?: keyof typeof names } = {},
): Promise<number> {
  const right = ({ name, labels }: Sample) =>
    name === names[of.count ?? "keys"] &&
    labels.operation === operation &&
    (of.status === undefined || labels.status === of.status);
  return (await scrape(engine)).filter(right).reduce((sum, { value }) => sum + value, 0);
}

/** One completion: its status, its text and how long it took. */
export interface Completion {
  status: number;
  text: string;
  seconds: number;
}

/** Asks for a few tokens, always the same ones. */
export async function complete(engine: Place, prompt: string): Promise<Completion> {
  const start = performance.now();
  const body = { model: "qwen3", prompt, max_tokens: 8, temperature: 0, ignore_eos: true };
  const { status, text } = await call(engine, "/v1/completions", { body });
  const seconds = (performance.now() - start) / 1000;
  return { status, text: status === 200 ? JSON.parse(text).choices[0].text : text, seconds };
}

/** A prompt of 12 blocks and a half of the tiny model (a token is a byte, a block 128 of them) that no other begins with. */
export function prompt(): string {
  return letters(1600);
}

/** So many tokens that nothing else begins with. */
export function letters(count: number): string {
  let text = "";
  while (text.length < count) text += `${Math.random().toString(36).slice(2)} `;
  return text.slice(0, count);
}
