/** Why decode does a request alone although there are prefill engines. */
export type Alone =
  | "several-prompts"
  | "several-choices"
  | "beam-search"
  | "prompt-logprobs"
  | "truncation"
  | "state"
  | "no-prefill"
  | "no-parameters";

/**
 * Requests that prefill's blocks do not fit: decode does them alone.
 * - Several prompts: the answer's parameters are the first prompt's, and decode would use its blocks for all of them.
 * - Several choices, beams: each is a request in the engine, the first to have read the blocks releases them, and the others read what comes next there.
 * - Probabilities of prompt tokens: only who computes the prompt has them.
 * - Prompts that are cut to what the answer leaves: prefill makes one token, and would cut less.
 * - Answers stored in an engine, or made in the background: their state is in that one process.
 */
export function mustBeAlone(path: string, value: Record<string, unknown>): Alone | undefined {
  const { prompt, n, best_of } = value;
  if (Array.isArray(prompt) && prompt.length !== 1 && !prompt.every((token) => typeof token === "number"))
    return "several-prompts";
  // each is a prompt of its own beside the text
  if (given(value.prompt_embeds)) return "several-prompts";
  if (isMany(n) || isMany(best_of)) return "several-choices";
  if (on(value.use_beam_search)) return "beam-search";
  // the echo of a chat takes top_logprobs, which is 0 unless it is given, and that asks for them too
  if (given(value.prompt_logprobs) || (on(value.echo) && (path !== "/v1/completions" || given(value.logprobs))))
    return "prompt-logprobs";
  if (given(value.truncate_prompt_tokens) && !(Number(value.truncate_prompt_tokens) >= 0)) return "truncation";
  if (path === "/v1/responses") {
    if (value.truncation !== undefined && value.truncation !== "disabled") return "truncation";
    if (given(value.previous_response_id) || on(value.background)) return "state";
  }
  return undefined;
}

const given = (value: unknown) => value !== undefined && value !== null;
/** The engine takes 1, "true" and "on" for true as well. */
const on = (value: unknown) => given(value) && value !== false;
const isMany = (value: unknown) => given(value) && value !== 1;
