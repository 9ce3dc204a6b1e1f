import * as pulumi from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import { sideImageProblems } from "./sideImages";

const image = (name: pulumi.Input<string>) => ({ container: { image: name } });

describe("images that override the service's", () => {
  it.each([
    ["one side", { prefill: image("a:1") }, "overrides.prefill.container.image"],
    ["the other side", { decode: image(pulumi.output("a:1")) }, "overrides.decode.container.image"],
    ["two images", { prefill: image("a:1"), decode: image("a:2") }, "overrides.prefill.container.image"],
  ])("are refused: %s", (_, overrides, path) => {
    expect(sideImageProblems(overrides)).toMatchObject([{ path, message: expect.stringContaining("the same image") }]);
  });

  it.each([
    ["none", {}],
    ["the same", { prefill: image("a:1"), decode: image("a:1") }],
    ["known later", { prefill: image(pulumi.output("a:1")), decode: image("a:1") }],
  ])("pass: %s", (_, overrides) => expect(sideImageProblems(overrides)).toEqual([]));
});
