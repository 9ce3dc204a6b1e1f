import { describe, expect, it } from "vitest";
import { extraArgv } from "./extraArgs";
import { givenOptions } from "./given";

describe("the options of a command line", () => {
  it("are read in every form that they are written in", () => {
    const argv =
      "aphrodite serve org/model --port 2242 --enable-lora --no-async-scheduling --cudagraph-capture-sizes 1 2";
    const given = givenOptions([
      ...argv.split(" "),
      "--speculative-config",
      '{"method":"ngram"}',
      "--chat-template=-a=b",
    ]);
    expect(Object.fromEntries(given)).toEqual({
      port: ["2242"],
      "enable-lora": [],
      "async-scheduling": false,
      "cudagraph-capture-sizes": ["1", "2"],
      "speculative-config": ['{"method":"ngram"}'],
      "chat-template": ["-a=b"],
    });
  });

  it("are those that extraArgs had", () => {
    const { argv } = extraArgv({ "block-size": 32, "disable-hybrid-kv-cache-manager": false }, new Map());
    const given = givenOptions(["aphrodite", "serve", "m", ...argv]);
    expect(given.get("block-size")).toEqual(["32"]);
    expect(given.get("disable-hybrid-kv-cache-manager")).toBe(false);
  });
});
