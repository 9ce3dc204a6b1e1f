import { describe, expect, it } from "vitest";
import { bucketProblems } from "./s3";

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
