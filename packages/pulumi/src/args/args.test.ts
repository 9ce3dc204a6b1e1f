import * as pulumi from "@pulumi/pulumi";
import { check, object, text } from "@sonar-iac/topology";
import { describe, expect, it } from "vitest";
import { InvalidArgsError } from "./error";
import { input, isEventual } from "./input";
import { override } from "./overrides";

describe("input", () => {
  const schema = object({ image: input(text("Give an image.")) });
  it("checks a plain value now", () => {
    expect(check(schema, { image: "a" }).problems).toEqual([]);
    expect(check(schema, { image: "" }).problems.map((p) => p.message)).toEqual([
      'must be text that is not empty, but it is "". Give an image.',
    ]);
    expect(check(schema, {}).problems.map((p) => p.path)).toEqual(["image"]);
  });
  it("lets an eventual value pass", () => {
    expect(check(schema, { image: pulumi.output("") }).problems).toEqual([]);
    expect(check(schema, { image: Promise.resolve("x") }).problems).toEqual([]);
  });
  it("finds eventual values inside", () => {
    expect(isEventual({ a: [{ b: pulumi.output(1) }] })).toBe(true);
    expect(isEventual({ a: [{ b: 1 }] })).toBe(false);
  });
});

describe("override", () => {
  it("merges objects, replaces lists and values, and changes no argument", () => {
    const base = { a: { b: 1, c: [1, 2] }, d: "x" };
    expect(override(base, { a: { c: [3] }, d: undefined, e: null })).toEqual({ a: { b: 1, c: [3] }, d: "x", e: null });
    expect(base).toEqual({ a: { b: 1, c: [1, 2] }, d: "x" });
  });
  it("takes an output as it is", () => {
    const name = pulumi.output("x");
    expect(override({ name: "y" } as { name: pulumi.Input<string> }, { name }).name).toBe(name);
  });
});

describe("InvalidArgsError", () => {
  const error = new InvalidArgsError("ReplicatedService", "qwen3", [{ path: "replicas", message: "must be 1." }]);
  it("is printed without a stack by the runner and as a property error through a provider", () => {
    expect(error.__pulumiRunError).toBe(true);
    expect(pulumi.InputPropertiesError.isInstance(error)).toBe(true);
    expect(error.errors).toEqual([{ propertyPath: "replicas", reason: "must be 1." }]);
  });
  it("says everything in its message", () =>
    expect(error.message).toBe('ReplicatedService "qwen3" cannot be planned:\n  replicas  must be 1.'));
});
