import type { Shape } from "./shape";

/** /v1/chat/completions, as the engine writes it. */
export const chatShape: Shape = {
  idPrefix: "chatcmpl",
  whole: "chat.completion",
  part: "chat.completion.chunk",
  opening: (index) => ({ index, delta: { role: "assistant", content: "" }, logprobs: null, finish_reason: null }),
  openingFields: { prompt_token_ids: null, prompt_text: null },
  partChoice: (index, text, reason) => ({
    index,
    delta: { content: text },
    logprobs: null,
    finish_reason: reason,
    ...(reason && { stop_reason: null }),
    token_ids: null,
  }),
  wholeChoice: (index, text, reason) => ({
    index,
    message: {
      role: "assistant",
      content: text,
      refusal: null,
      annotations: null,
      audio: null,
      function_call: null,
      reasoning: null,
    },
    logprobs: null,
    finish_reason: reason,
    stop_reason: null,
    token_ids: null,
    routed_experts: null,
  }),
  wholeFields: {
    prompt_logprobs: null,
    prompt_token_ids: null,
    prompt_text: null,
    kv_transfer_params: null,
    ec_transfer_params: null,
    metrics: null,
  },
};
