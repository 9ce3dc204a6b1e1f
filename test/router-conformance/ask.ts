import { strict as assert } from "node:assert";
import { type Answer, type Call, call, type OpenAnswer, open, type Place } from "../engine/contract/client";
import { load } from "../engine/contract/metrics";
import { until } from "../engine/contract/wait";
import type { Engine } from "../engine/real/engine";
import { kvOf, seedOf, tokenAt } from "../engine/stand-in/engine/text";
import { model, type Stage } from "./stage";

export const completions = "/v1/completions";

/** The text that belongs to a prompt, whoever computes it. */
export function textOf(prompt: string, tokens: number, choice = 0): string {
  const seed = seedOf(kvOf(prompt), choice);
  return Array.from({ length: tokens }, (_, place) => tokenAt(seed, place)).join("");
}

/** A completion of so many tokens. */
export function completion(prompt: string, tokens = 8, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { model, prompt, max_tokens: tokens, temperature: 0, ...more };
}

let prompts = 0;

/** A prompt that no other request has. */
export function freshPrompt(): string {
  return `Prompt ${++prompts} of this run, which no other request has. `;
}

/** Sends a completion through the router. */
export function complete(stage: Stage, body: Record<string, unknown>, how: Call = {}): Promise<Answer> {
  return call(stage.router, completions, { body, ...how });
}

/** Sends one, and says that the answer is 200 and the text right. */
export async function completeRight(stage: Stage, prompt = freshPrompt(), how: Call = {}): Promise<void> {
  right(await complete(stage, completion(prompt), how), prompt);
}

/** Says that an answer is the completion of 8 tokens that belongs to the prompt. */
export function right({ status, text }: Answer, prompt: string): void {
  assert.equal(status, 200, `HTTP ${status}: ${text.slice(0, 120)}`);
  assert.equal(JSON.parse(text).choices[0].text, textOf(prompt, 8), "HTTP 200 with a wrong text");
}

/** Begins a stream through the router. */
export function stream(stage: Stage, prompt: string, tokens: number, path = completions): Promise<OpenAnswer> {
  return open(stage.router, path, { body: completion(prompt, tokens, { stream: true }) });
}

/** The text of a completion's events. */
export function streamed(events: readonly string[]): string {
  return events
    .filter((event) => event !== "[DONE]")
    .map((event) => JSON.parse(event).choices?.[0]?.text ?? "")
    .join("");
}

/** One generation that an engine has seen. */
export interface Seen {
  requestId: string | null;
  path: string;
  state: "open" | "answered" | "gone";
  status: number | null;
  role?: "prefill" | "decode";
  kv?: string;
  maxTokens?: number;
  headers: Record<string, string>;
  body?: string;
  answer?: string;
}

/** Generations that an engine has seen, those of a prompt or all. */
export async function seen(engine: Engine, prompt?: string): Promise<Seen[]> {
  const all: Seen[] = JSON.parse((await call(engine, "/stand-in/log")).text);
  return all.filter(({ path, body }) => /^\/v1\/(?!models)/.test(path) && (!prompt || body?.includes(prompt)));
}

/** The same of several engines. */
export async function seenBy(engines: readonly Engine[], prompt?: string): Promise<Seen[]> {
  return (await Promise.all(engines.map((engine) => seen(engine, prompt)))).flat();
}

/** The only one of several that has seen the prompt. */
export async function onlySeen(engines: readonly Engine[], prompt: string): Promise<Seen> {
  const all = await seenBy(engines, prompt);
  assert.equal(all.length, 1, `${all.length} engines of a side saw the request`);
  return all[0] as Seen;
}

/** Breaks engines. */
export async function fault(engines: readonly Engine[], body: Record<string, unknown>): Promise<void> {
  for (const engine of engines) assert.equal((await call(engine, "/stand-in/fault", { body })).status, 200);
}

/** Mends engines. */
export async function mend(engines: readonly Engine[]): Promise<void> {
  for (const engine of engines) await call(engine, "/stand-in/fault", { method: "DELETE" });
}

/** KV caches that prefill engines hold now. */
export async function held(stage: Stage): Promise<number> {
  const counts = stage.prefill.map(async (engine) => JSON.parse((await call(engine, "/stand-in/held")).text).length);
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Sequences that wait or run in these engines. */
export async function busy(engines: readonly Engine[]): Promise<number> {
  const loads = await Promise.all(engines.map((engine) => load(engine)));
  return loads.reduce((sum, { running, waiting }) => sum + running + waiting, 0);
}

/** Says that within so many seconds nothing is left of any request: in engines, of KV caches, in the router's own count. */
export async function nothingLeft(stage: Stage, seconds = 1): Promise<void> {
  const left = async () => {
    const engines = await busy([...stage.prefill, ...stage.decode]);
    return { engines, held: await held(stage), router: await stage.router.inFlight() };
  };
  await until(left, ({ engines, held, router }) => engines + held + router === 0, seconds);
}

/** The same request to an engine itself. */
export function direct(engine: Place, body: Record<string, unknown>): Promise<Answer> {
  return call(engine, completions, { body });
}

/** Waits for a condition. Throws after so many seconds, saying what was awaited. */
export async function eventually(what: string, ask: () => Promise<boolean>, seconds = 5): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await ask())) {
    if (performance.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
