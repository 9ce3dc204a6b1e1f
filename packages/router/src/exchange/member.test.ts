import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memberText } from "./member";

describe("a field's own text", () => {
  it.each([
    ['{"a":1,"b":{"c":[1.0,"]}"]}}', "b", '{"c":[1.0,"]}"]}'],
    ['{"x":{"b":1},"b" : 1e5 }', "b", "1e5"],
    ['{"x":{"b":1}}', "b", undefined],
    ['{"b":1,"b":2}', "b", "2"],
    ['{"x":"\\"b\\":1,","b":null}', "b", "null"],
    ['{"\\u0062":12345678901234567890}', "b", "12345678901234567890"],
    ["{}", "b", undefined],
    ['{"x":"\\\\","b":true}', "b", "true"],
  ])("%s: %s", (text, name, expected) => expect(memberText(text, name)).toBe(expected));

  it("means what JSON says, for all objects", () =>
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.integer({ min: 0, max: 2 }), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        for (const [name, member] of Object.entries(value)) {
          const found = memberText(text, name);
          expect(found === undefined ? undefined : JSON.parse(found)).toEqual(JSON.parse(JSON.stringify(member)));
        }
      }),
    ));
});
