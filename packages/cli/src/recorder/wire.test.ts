import { describe, expect, it } from "vitest";
import { eachSecret, isSecret, MARK, MARKS, redact, secret, UNKNOWN, unwrap, type Wire } from "./wire";

const output = (rest: Record<string, Wire>) => ({ [MARK]: MARKS.output, ...rest });

describe("what may be shown of a value", () => {
  it("has no secret in it, at any depth", () => {
    const value = {
      a: [secret("s1"), { b: secret({ c: "s2" }) }],
      d: output({ value: "s3", secret: true }),
      e: "plain",
    };
    expect(redact(value)).toEqual({ a: ["[secret]", { b: "[secret]" }], d: "[secret]", e: "plain" });
  });

  it("says what is unknown", () => {
    expect(redact({ a: UNKNOWN, b: output({}), c: output({ value: 1 }) })).toEqual({
      a: "[unknown]",
      b: "[unknown]",
      c: 1,
    });
  });

  it("shows a resource by its URN and an asset by what it holds", () => {
    expect(redact({ [MARK]: MARKS.resource, urn: "urn:x", id: "1" })).toBe("urn:x");
    expect(redact({ [MARK]: MARKS.asset, text: "hello" })).toEqual({ text: "hello" });
  });

  it("goes through a scrubber, text by text", () => {
    expect(redact({ a: ["key=abc"], b: 1 }, (text) => text.replace("abc", "…"))).toEqual({ a: ["key=…"], b: 1 });
  });
});

describe("secrets", () => {
  it("are found inside, in clear", () => {
    const found: Wire[] = [];
    eachSecret({ a: [secret("x")], b: output({ value: { c: 1 }, secret: true }), d: secret(UNKNOWN) }, (one) =>
      found.push(one),
    );
    expect(found).toEqual(["x", { c: 1 }, UNKNOWN]);
  });

  it("are wrapped once", () => {
    expect(secret(secret(1))).toEqual(secret(1));
    expect(unwrap(secret(output({ value: 2 })))).toBe(2);
    expect(isSecret({ a: secret(1) })).toBe(false);
  });
});
