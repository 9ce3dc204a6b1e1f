import { describe, expect, it } from "vitest";
import { extraArgv } from "./extraArgs";

const owned = new Map([
  ["max-model-len", "model.maxLength"],
  ["host", "the library: engines listen on every address"],
]);
const argv = (args: Record<string, unknown>) => {
  const result = extraArgv(args, owned);
  expect(result.problems).toEqual([]);
  return result.argv;
};
const message = (args: Record<string, unknown>) => {
  const { problems, argv } = extraArgv(args, owned);
  expect(argv).toEqual([]);
  expect(problems).toHaveLength(1);
  expect(problems[0]?.path).toBe("engine.extraArgs");
  return problems[0]?.message;
};

describe("what is written", () => {
  it("sorts by option and takes every spelling", () => {
    expect(argv({ "--seed": 1, block_size: "16", "enable-prefix-caching": true, "-n": 2 })).toEqual([
      "--block-size",
      "16",
      "--enable-prefix-caching",
      "--nnodes",
      "2",
      "--seed",
      "1",
    ]);
    expect(argv({})).toEqual([]);
  });

  it("negates switches that can be negated", () => {
    expect(argv({ "async-scheduling": false })).toEqual(["--no-async-scheduling"]);
    expect(message({ "disable-log-stats": false })).toBe(
      '"disable-log-stats" is off unless it is given, and cannot be negated. Leave it out.',
    );
  });

  it("hangs values that start with a dash on their flag", () => {
    expect(argv({ seed: -1, "response-role": "-x" })).toEqual(["--response-role=-x", "--seed=-1"]);
    expect(argv({ "ignore-patterns": ["-a"] })).toEqual(["--ignore-patterns=-a"]);
    expect(message({ "ignore-patterns": ["a", "-b"] })).toMatch(/must be the only one/);
  });

  it("writes objects as JSON with sorted keys, and reads JSON text", () => {
    const words = ["--profiler-config", '{"max_iterations":1,"profiler":"torch"}'];
    expect(argv({ "profiler-config": { profiler: "torch", max_iterations: 1 } })).toEqual(words);
    expect(argv({ "profiler-config": '{ "profiler": "torch", "max_iterations": 1 }' })).toEqual(words);
    expect(argv({ "pt-load-map-location": "cpu" })).toEqual(["--pt-load-map-location", "cpu"]);
    expect(argv({ "pt-load-map-location": { "cuda:1": "cuda:0" } })).toEqual([
      "--pt-load-map-location",
      '{"cuda:1":"cuda:0"}',
    ]);
  });

  it("writes each list as the engine's parser takes it", () => {
    expect(argv({ "ignore-patterns": ["a", "b"] })).toEqual(["--ignore-patterns", "a", "b"]);
    expect(argv({ "allowed-origins": ["a", "-b"] })).toEqual(["--allowed-origins", '["a","-b"]']);
    expect(argv({ "allowed-origins": [] })).toEqual(["--allowed-origins", "[]"]);
    expect(argv({ middleware: ["m.A", "-m.B"] })).toEqual(["--middleware", "m.A", "--middleware=-m.B"]);
    expect(argv({ "cudagraph-capture-sizes": [1, "2"] })).toEqual(["--cudagraph-capture-sizes", "1", "2"]);
    expect(argv({ "lora-modules": ["a=/a", { path: "/b", name: "b" }] })).toEqual([
      "--lora-modules",
      "a=/a",
      '{"name":"b","path":"/b"}',
    ]);
  });

  it("keeps numbers in the engine's notations", () => {
    expect(argv({ "max-num-batched-tokens": "32k" })).toEqual(["--max-num-batched-tokens", "32k"]);
    expect(argv({ watermark: 1e-7 })).toEqual(["--watermark", "1e-7"]);
    expect(argv({ "max-lora-rank": 16, "optimization-level": "1" })).toEqual([
      "--max-lora-rank",
      "16",
      "--optimization-level",
      "1",
    ]);
  });

  it("allows an empty text where the option is a text", () => {
    expect(argv({ "response-role": "" })).toEqual(["--response-role", ""]);
    expect(message({ seed: "" })).toMatch(/^"seed" is empty\./);
    expect(message({ "kv-events-config": "" })).toMatch(/is empty/);
    expect(message({ dcp_comm_backend: "" })).toMatch(/is empty/);
  });
});

describe("names", () => {
  it("points from an unknown name to the right one and the field that sets it", () => {
    expect(message({ "max-model-length": 1 })).toBe(
      '"max-model-length" is not an option of aphrodite 0.24.1. Did you mean "max-model-len"? That one is set by model.maxLength.',
    );
    expect(message({ "block-sizes": 1 })).toBe(
      '"block-sizes" is not an option of aphrodite 0.24.1. Did you mean "block-size"?',
    );
    expect(message({ banana: 1 })).toBe(
      '"banana" is not an option of aphrodite 0.24.1. `aphrodite serve --help=all` lists the options.',
    );
  });

  it("refuses an option that a field sets", () => {
    expect(message({ "--max_model_len": 4096 })).toBe(
      '"--max_model_len" is set by model.maxLength. Set it there instead.',
    );
    expect(message({ host: "::" })).toBe(
      '"host" is set by the library: engines listen on every address. Leave it out.',
    );
  });

  it("explains negations and dotted fields", () => {
    expect(message({ "no-async-scheduling": true })).toBe(
      '"no-async-scheduling" is the negation of "async-scheduling". Write "async-scheduling": false instead.',
    );
    expect(message({ "compilation-config.mode": 3 })).toMatch(/Give "compilation-config" an object/);
  });

  it("refuses one option under two spellings, and writes neither", () => {
    expect(message({ seed: 1, "--seed": 2 })).toBe('"--seed" and "seed" are the same option. Keep one of them.');
    expect(extraArgv({ nnodes: 1, "-n": 2, seed: 3 }, owned).argv).toEqual(["--seed", "3"]);
  });

  it.each(["api-key", "hf-token", "config"])("refuses %s with a reason", (name) => {
    const { problems, argv } = extraArgv({ [name]: "sk-123" }, new Map());
    expect(argv).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(JSON.stringify(problems)).not.toContain("sk-123");
  });
});

describe("values", () => {
  it.each<[Record<string, unknown>, RegExp]>([
    [{ seed: null }, /is null. Leave it out/],
    [{ seed: undefined }, /is undefined. Leave it out/],
    [{ "enforce-eager": undefined }, /Leave it out/],
    [{ "enforce-eager": "true" }, /is a switch. Give true or false, without quotes/],
    [{ seed: true }, /takes a whole number; true is none/],
    [{ seed: 1.5 }, /whole number/],
    [{ seed: Number.NaN }, /NaN is none/],
    [{ watermark: Number.POSITIVE_INFINITY }, /finite number/],
    [{ watermark: "nan" }, /finite number/],
    [{ watermark: 1 }, /must be below 1; it is 1/],
    [{ "block-size": 0 }, /must be above 0/],
    [{ "max-num-queued-reqs": -1 }, /must be at least 0/],
    [{ "max-num-batched-tokens": "1.5K" }, /32k \(32,000\)/],
    [{ "kv-cache-dtype": "fp9" }, /does not take "fp9". Did you mean "fp8"\? Its choices: auto, float16/],
    [{ "max-lora-rank": 17 }, /Its choices: 1, 8/],
    [{ "optimization-level": 4 }, /Its choices: 0, 1, 2, 3/],
    [{ revision: 123 }, /takes text; 123 is none. Write it in quotes/],
    [{ "kv-events-config": "{" }, /is text that is not JSON/],
    [{ "kv-events-config": [] }, /takes an object; a list is none/],
    [{ "kv-events-config": "3" }, /takes an object; 3 is none/],
    [{ "kv-events-config": { topics: "a" } }, /has no field "topics". Did you mean "topic"\?/],
    [
      { "kv-events-config": { publisher: "zmp" } },
      /a word in "publisher" that is none of its choices. Did you mean "zmq"\?/,
    ],
    [{ "additional-config": { a: Number.NaN } }, /a is NaN/],
    [{ "additional-config": { a: undefined } }, /a is undefined/],
    [{ "ignore-patterns": "a" }, /takes a list; a text is none. Write it in brackets/],
    [{ "ignore-patterns": [] }, /is an empty list/],
    [{ "ignore-patterns": ["a", ""] }, /element 1 is an empty text/],
    [{ "cudagraph-capture-sizes": [1, "x"] }, /takes a whole number in its list/],
    [{ "collect-detailed-traces": ["modul"] }, /Did you mean "model"/],
    [{ "response-role": "a\0" }, /NUL/],
    [{ "response-role": "--" }, /cannot be given/],
    [{ "attention-backend": {} }, /an object is none/],
  ])("refuses %j", (args, why) => {
    expect(message(args)).toMatch(why);
  });

  it("takes a choice that a plugin may have added", () => {
    expect(argv({ "load-format": "mine", quantization: "mine" })).toEqual([
      "--load-format",
      "mine",
      "--quantization",
      "mine",
    ]);
  });

  it("reports every problem of every option at once", () => {
    expect(extraArgv({ a: 1, seed: "x", host: 1, "block-size": 16 }, owned)).toMatchObject({
      argv: ["--block-size", "16"],
      problems: [{ value: "a" }, {}, { value: "host" }],
    });
  });

  it("never shows a text or an object that may hold a key", () => {
    const secret = "sk-123";
    const args = {
      "kv-events-config": secret,
      "additional-config": { key: secret, n: undefined },
      "ignore-patterns": secret,
      "lora-modules": [[secret]],
    };
    expect(JSON.stringify(extraArgv(args, owned).problems)).not.toContain(secret);
  });
});
