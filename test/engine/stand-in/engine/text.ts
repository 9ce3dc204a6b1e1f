/** Tokens and texts of the stand-in: a token is one byte, as in the tiny model that the real engine runs in these tests. */

const alphabet = "abcdefghijklmnopqrstuvwxyz      ";

/** A prompt as the API takes it: text, or token numbers. */
export type Prompt = string | readonly number[];

/** How many tokens a prompt is. */
export function countTokens(prompt: Prompt): number {
  return typeof prompt === "string" ? Buffer.byteLength(prompt) : prompt.length;
}

/** What stands for a KV cache: a 32-bit number that depends on every token of the prompt. */
export function kvOf(prompt: Prompt): number {
  let hash = 0x811c9dc5;
  const tokens = typeof prompt === "string" ? Buffer.from(prompt) : prompt;
  for (const token of tokens) hash = Math.imul(hash ^ token, 0x01000193);
  return hash >>> 0;
}

/** What decides the text: the KV cache, wherever it comes from, and the choice. */
export function seedOf(kv: number, choice: number): number {
  return Math.imul(kv ^ choice, 0x01000193) >>> 0;
}

/** The token at this place of the text that belongs to the seed: one character. */
export function tokenAt(seed: number, place: number): string {
  let x = (seed + Math.imul(place + 1, 0x9e3779b9)) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b) >>> 0;
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35) >>> 0;
  return alphabet[(x ^ (x >>> 16)) & 31] ?? " ";
}
