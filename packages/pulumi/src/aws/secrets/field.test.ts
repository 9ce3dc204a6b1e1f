import { describe, expect, it } from "vitest";
import { fieldOf } from "./field";

describe("a field of a secret", () => {
  it("is what stands there", () => expect(fieldOf('{"hf":"abc","n":1}', "hf", "arn")).toBe("abc"));

  it.each(["hf_0123456789", "null", "[1]", "{}", '{"hf":1}', '"hf"'])("of %s is told without the secret", (secret) =>
    expect(() => fieldOf(secret, "hf", "arn:x")).toThrow(
      /^arn:x is no JSON object with text in "hf"\. Change huggingFaceToken\.key, or the secret\.$/,
    ),
  );
});
