import type { Shape } from "./shape";

/** /v1/completions, as the engine writes it. */
export const completionShape: Shape = {
  idPrefix: "cmpl",
  whole: "text_completion",
  part: "text_completion",
  opening: () => null,
  openingFields: {},
  partChoice: (index, text, reason) => ({
    index,
    text,
    logprobs: null,
    finish_reason: reason,
    stop_reason: null,
    prompt_token_ids: null,
    token_ids: null,
  }),
  wholeChoice: (index, text, reason) => ({
    index,
    text,
    logprobs: null,
    finish_reason: reason,
    stop_reason: null,
    token_ids: null,
    prompt_logprobs: null,
    prompt_token_ids: null,
    routed_experts: null,
  }),
  wholeFields: { kv_transfer_params: null, ec_transfer_params: null, metrics: null },
};
