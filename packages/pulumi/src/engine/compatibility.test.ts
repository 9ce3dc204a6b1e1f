import * as pulumi from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import { compatibilityHash } from "./compatibility";

const fields = { model: "Qwen/Qwen3-8B", dtype: "auto", version: "0.24.1" };
const hash = (its: Record<string, string>, image: pulumi.Input<string> = "aphrodite:0.24.1") =>
  new Promise<string>((resolve) => void compatibilityHash({ fields: its }, image).apply(resolve));

describe("the compatibility of engines", () => {
  it("is a value that labels and names of Services take", async () =>
    expect(await hash(fields)).toMatch(/^[0-9a-f]{10}$/));

  it("does not depend on the order of what it is made of, nor on when the image is known", async () => {
    const { version, dtype, model } = fields;
    expect(await hash({ version, dtype, model })).toBe(await hash(fields));
    expect(await hash(fields, pulumi.output("aphrodite:0.24.1"))).toBe(await hash(fields));
  });

  it("changes with every field, its name, and the image", async () => {
    const all = await Promise.all([
      hash(fields),
      ...Object.keys(fields).map((name) => hash({ ...fields, [name]: "other" })),
      hash({ model: fields.model, dtype: fields.version, version: fields.dtype }),
      hash({ ...fields, more: "" }),
      hash(fields, "aphrodite:next"),
    ]);
    expect(new Set(all).size).toBe(all.length);
  });
});
