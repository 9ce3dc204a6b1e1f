import { describe, expect, it } from "vitest";
import { findOption } from "./options";
import { rustFrontendProblems, rustFrontendWarnings, rustIgnored, rustRefused } from "./rustFrontend";

it.each([...rustRefused, ...rustIgnored])("%s is an option", (flag) => {
  expect(findOption(flag)?.flag).toBe(flag);
});

it("refuses or ignores an option, not both, and lists each once", () => {
  const all = [...rustRefused, ...rustIgnored];
  expect(new Set(all).size).toBe(all.length);
});

describe("rustFrontendProblems", () => {
  it("finds options in every spelling of a command line", () => {
    const problems = rustFrontendProblems([
      "--no-enable-log-deltas",
      "--root-path=/x=y",
      "--stream_interval",
      "tokenizer",
    ]);
    expect(problems.map((p) => /"(.*?)"/.exec(p.message)?.[1])).toEqual([
      "enable-log-deltas",
      "root-path",
      "stream-interval",
      "tokenizer",
    ]);
    expect(problems[1]).toEqual({
      path: "engine.frontend",
      value: "rust",
      message:
        'the Rust frontend does not start with "root-path". Leave that option out, or use the frontend "python".',
    });
  });

  it("finds nothing in what the library itself gives", () => {
    const flags = [
      "--host",
      "--port",
      "--served-model-name",
      "--max-model-len",
      "--revision",
      "--shutdown-timeout",
      "--tensor-parallel-size",
    ];
    expect(rustFrontendProblems(flags)).toEqual([]);
    expect(rustFrontendWarnings(flags)).toEqual([]);
  });
});

it("warns of options without effect", () => {
  expect(rustFrontendWarnings(["--structured-outputs-config", "--seed"]).map((p) => p.message)).toEqual([
    'the Rust frontend ignores "structured-outputs-config". Leave that option out, or use the frontend "python".',
  ]);
});
