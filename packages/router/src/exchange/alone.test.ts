import { describe, expect, it } from "vitest";
import { type Alone, mustBeAlone } from "./alone";
import { plainBodyProblem } from "./body";

const completions = "/v1/completions";
const chat = "/v1/chat/completions";
const responses = "/v1/responses";

describe("what decode does alone", () => {
  it.each<[string, Record<string, unknown>, Alone | undefined]>([
    [completions, { prompt: "x" }, undefined],
    [completions, { prompt: ["x"] }, undefined],
    [completions, { prompt: [1, 2, 3] }, undefined],
    [completions, { prompt: ["x", "y"] }, "several-prompts"],
    [completions, { prompt: "x", prompt_embeds: "AA==" }, "several-prompts"],
    [completions, { n: 2 }, "several-choices"],
    [completions, { use_beam_search: 1 }, "beam-search"],
    [completions, { use_beam_search: false }, undefined],
    [completions, { prompt_logprobs: 0 }, "prompt-logprobs"],
    [completions, { echo: true }, undefined],
    [completions, { echo: true, logprobs: false }, "prompt-logprobs"],
    [completions, { echo: "true", logprobs: 1 }, "prompt-logprobs"],
    [chat, { echo: true }, "prompt-logprobs"],
    [chat, { echo: false }, undefined],
    [completions, { truncate_prompt_tokens: -1 }, "truncation"],
    [completions, { truncate_prompt_tokens: 100 }, undefined],
    [responses, { truncation: "auto" }, "truncation"],
    [responses, { truncation: null }, "truncation"],
    [responses, { truncation: "disabled" }, undefined],
    [responses, { background: 1 }, "state"],
    [responses, { previous_response_id: "r" }, "state"],
  ])("%s %j: %s", (path, value, expected) => expect(mustBeAlone(path, value)).toBe(expected));
});

describe("a request that is passed on as it is", () => {
  const utf16 = Buffer.from('{"kv_transfer_params":{}}', "utf16le");

  it("has no encoding in which a name would not be found", () => {
    expect(plainBodyProblem(utf16, "application/json")).toBe("The body must be UTF-8.");
    expect(plainBodyProblem(utf16, undefined)).toBe("The body must be UTF-8.");
  });

  it("may be a file", () => expect(plainBodyProblem(utf16, "multipart/form-data; boundary=x")).toBeUndefined());
});
