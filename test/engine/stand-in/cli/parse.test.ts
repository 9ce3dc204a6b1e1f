import { describe, expect, it } from "vitest";
import { parse } from "./parse";
import { ParserError } from "./parserError";

const words = (text: string) => text.split(" ");
const options = (text: string) => Object.fromEntries(parse(words(text)).options);

function refusal(argv: string[]): string {
  try {
    parse(argv);
  } catch (error) {
    if (error instanceof ParserError) return error.text();
    throw error;
  }
  return "accepted";
}

describe("what the engine's parser takes", () => {
  it("the model, first or named", () => {
    expect(parse(words("org/model --port 1")).model).toBe("org/model");
    expect(parse(words("--port 1 org/model")).model).toBe("org/model");
    expect(parse(words("--model org/model")).model).toBe("org/model");
    expect(parse([]).model).toBeUndefined();
  });

  it.each<[string, Record<string, unknown>]>([
    ["m --port 8000 --host 0.0.0.0", { port: 8000, host: "0.0.0.0" }],
    ["m --port=8000", { port: 8000 }],
    ["m --max_model_len 1k", { "max-model-len": 1000 }],
    ["m --max-model-len 1K", { "max-model-len": 1024 }],
    ["m --max-model-len auto", { "max-model-len": "auto" }],
    ["m --max-model-len -1", { "max-model-len": "auto" }],
    ["m -tp 8 -pp 2", { "tensor-parallel-size": 8, "pipeline-parallel-size": 2 }],
    ["m --api-key a b --port 1", { "api-key": ["a", "b"], port: 1 }],
    ["m --api-key a --api-key b", { "api-key": ["b"] }],
    ["m --middleware a --middleware b", { middleware: ["a", "b"] }],
    ["m --headless", { headless: true }],
    ["m --no-enable-prefix-caching", { "enable-prefix-caching": false }],
    ["m --gpu-memory-utilization .9", { "gpu-memory-utilization": 0.9 }],
    ['m --allowed-origins ["x"]', { "allowed-origins": ["x"] }],
    ['m --kv-transfer-config {"kv_role":"kv_both"}', { "kv-transfer-config": { kv_role: "kv_both" } }],
    [
      "m --kv-transfer-config.kv_role kv_both --kv_transfer_config.kv_connector_extra_config.a 1",
      { "kv-transfer-config": { kv_role: "kv_both", kv_connector_extra_config: { a: 1 } } },
    ],
    ["m -O3", { "optimization-level": 3 }],
    ["m --prefill-context-parallel-siz 2", { "prefill-context-parallel-size": 2 }],
  ])("%s", (text, expected) => expect(options(text)).toEqual(expected));

  it("text with spaces and JSON with dashes as a value", () => {
    expect(Object.fromEntries(parse(["m", "--chat-template", "-a b"]).options)).toEqual({ "chat-template": "-a b" });
  });
});

describe("what it refuses", () => {
  it.each<[string, string]>([
    ["m --no-such-flag 3", "aphrodite: error: unrecognized arguments: --no-such-flag 3"],
    ["m extra", "aphrodite: error: unrecognized arguments: extra"],
    ["m --no-headless", "aphrodite: error: unrecognized arguments: --no-headless"],
    ["m --port abc", "aphrodite serve: error: argument --port: invalid int value: 'abc'"],
    ["m --port", "aphrodite serve: error: argument --port: expected one argument"],
    ["m --api-key --port 1", "aphrodite serve: error: argument --api-key: expected at least one argument"],
    ["m --kv-cache-dtype zzz", "argument --kv-cache-dtype: invalid choice: 'zzz' (choose from 'auto', "],
    ["m --tensor-parallel-size x", "argument --tensor-parallel-size/-tp: invalid int value: 'x'"],
    ["m --headless=1", "argument --headless: ignored explicit argument '1'"],
    ["m --kv-transfer-config {bad", "argument --kv-transfer-config: invalid loads value: '{bad'"],
    ["m --enable-l", "ambiguous option: --enable-l could match --enable-l"],
    ["m --max-num-seqs 1.5", "argument --max-num-seqs: invalid int value: '1.5'"],
  ])("%s", (text, says) => expect(refusal(words(text))).toContain(says));
});
