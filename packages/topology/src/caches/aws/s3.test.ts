import { describe, expect, it } from "vitest";
import type { EngineArgs } from "../../engine/args";
import type { ModelArgs } from "../../model";
import { planReplicatedService, type ReplicatedServiceSpec } from "../../services/replicated";
import { bucketProblems } from "./s3";

/** What is wrong with a service that streams from a bucket called weights. */
function messages(prefix: string | undefined, model: ModelArgs, engine?: EngineArgs) {
  const modelCache = { kind: "s3", bucket: "weights", ...(prefix !== undefined && { prefix }) } as const;
  const spec: ReplicatedServiceSpec = { platform: { nodes: {}, modelCache }, model, ...(engine && { engine }) };
  return planReplicatedService("qwen3", spec).problems.map(({ path, message }) => `${path}: ${message}`);
}

describe("a model to stream", () => {
  it.each<[string, string | undefined, ModelArgs, string]>([
    [
      "that is not in S3",
      undefined,
      { source: "Qwen/Qwen3-32B" },
      'model.source: "Qwen/Qwen3-32B" is not in S3, and engines stream from there. Write "s3://weights/…"',
    ],
    [
      "of another bucket",
      undefined,
      { source: "s3://other/x" },
      'model.source: "s3://other/x" is outside of s3://weights/',
    ],
    [
      "of another folder",
      "a/",
      { source: "s3://weights/ab/x" },
      'model.source: "s3://weights/ab/x" is outside of s3://weights/a/',
    ],
    [
      "with a revision",
      undefined,
      { source: "s3://weights/x", revision: "main" },
      "model.revision: has no effect on a model in S3.",
    ],
    [
      "of a prefix with a slash before it",
      "/a",
      { source: "s3://weights/a/x" },
      "platform.modelCache.prefix: must be a folder",
    ],
    [
      "of a prefix with a wildcard",
      "a*",
      { source: "s3://weights/a/x" },
      "platform.modelCache.prefix: must be a folder",
    ],
    [
      "without a folder",
      undefined,
      { source: "s3://weights" },
      "model.source: must be a Hugging Face id or an absolute path",
    ],
  ])("%s is refused", (_, prefix, model, start) => {
    const found = messages(prefix, model);
    expect(found).toHaveLength(1);
    expect(found[0]?.startsWith(start), found[0]).toBe(true);
  });

  it("has this loader and no other", () => {
    const [found] = messages(undefined, { source: "s3://weights/x" }, { extraArgs: { "load-format": "auto" } });
    expect(found).toMatch(/^engine\.extraArgs: .*platform\.modelCache/);
  });

  it.each([
    [undefined, "s3://weights/x"],
    ["a", "s3://weights/a/x"],
    ["a/", "s3://weights/a/x/y"],
    ["a", "s3://weights/a"],
  ])("of the prefix %s may be %s", (prefix, source) => expect(messages(prefix, { source })).toEqual([]));
});

describe("names of buckets", () => {
  it.each(["weights", "a.b-c.1", "123", "x".repeat(63)])("%s is one", (name) =>
    expect(bucketProblems(name)).toEqual([]),
  );

  it.each([
    ["ab", "has 3 to 63 characters"],
    ["x".repeat(64), "has 3 to 63 characters"],
    ["Weights", "has lower-case letters"],
    ["my_weights", "has lower-case letters"],
    ["s3://weights", "has lower-case letters"],
    ["weights/qwen", "has lower-case letters"],
    ["-weights", "begins and ends with a letter or a digit"],
    ["weights.", "begins and ends with a letter or a digit"],
    ["a..b", "has no two dots in a row"],
    ["10.0.0.1", "is no IP address"],
    ["xn--weights", "does not begin with"],
    ["weights--x-s3", "does not end with"],
  ])("%s is none", (name, rule) => {
    const [problem] = bucketProblems(name);
    expect(problem?.message).toContain(rule);
  });
});
