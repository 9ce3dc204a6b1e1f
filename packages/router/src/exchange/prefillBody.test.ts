import { describe, expect, it } from "vitest";
import { parseBody } from "./body";
import { prefillBody } from "./prefillBody";

const made = (path: string, text: string) => {
  const body = parseBody(Buffer.from(text));
  if (typeof body === "string") throw new Error(body);
  return prefillBody(path, body).toString("utf8");
};

describe("what prefill is asked", () => {
  it("keeps what goes into the prompt as the client wrote it", () => {
    const tools = '[{"function":{"parameters":{"b":1,"10":{"minimum":0.0,"maximum":9223372036854775807},"2":1e5}}}]';
    const text = made("/v1/chat/completions", `{"messages": [ ] , "tools":${tools},"seed":12345678901234567890}`);
    expect(text).toContain(`"tools":${tools}`);
    expect(text).toContain('"seed":12345678901234567890');
  });

  it("is one token of one choice, without a stream, and to keep the blocks", () => {
    const text = made(
      "/v1/chat/completions",
      '{"stream":true,"stream_options":{},"max_tokens":500,"max_completion_tokens":9,"n":1,"min_tokens":4,"model":"m"}',
    );
    expect(JSON.parse(text)).toEqual({
      model: "m",
      stream: false,
      max_tokens: 1,
      max_completion_tokens: 1,
      kv_transfer_params: expect.objectContaining({ do_remote_decode: true, do_remote_prefill: false }),
    });
    // the Rust frontend refuses names that stand there twice
    expect(text.match(/"max_tokens"/g)).toHaveLength(1);
  });

  it("names the field that limits each API", () => {
    expect(JSON.parse(made("/v1/responses", '{"max_output_tokens":77}'))).toMatchObject({ max_output_tokens: 1 });
    expect(JSON.parse(made("/v1/completions", "{}"))).toMatchObject({ max_tokens: 1 });
  });
});
