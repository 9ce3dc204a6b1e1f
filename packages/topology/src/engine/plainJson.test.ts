import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPlainObject, notJson, sortedJson } from "./plainJson";

describe("notJson", () => {
  it.each([
    [{ a: { b: [1, Number.NaN] } }, "a.b[1] is NaN"],
    [{ a: undefined }, "a is undefined"],
    [() => 1, "the value is a function"],
    [{ a: 1n }, "a is a bigint"],
    [{ a: new Date(0) }, "a is an instance of a class, such as an output that is not known yet"],
    [new Map(), "the value is an instance of a class, such as an output that is not known yet"],
  ])("names the place of what JSON cannot hold: %#", (value, why) => {
    expect(notJson(value)).toBe(why);
  });

  it("finds a circle", () => {
    const circle: Record<string, unknown> = { a: {} };
    circle.a = { back: circle };
    expect(notJson(circle)).toBe("a.back holds itself");
    const twice = { x: 1 };
    expect(notJson({ a: twice, b: [twice] })).toBeUndefined();
  });

  it("takes everything that JSON itself gives", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(notJson(value)).toBeUndefined();
      }),
    );
  });
});

describe("sortedJson", () => {
  it("sorts keys at every depth and keeps the order of lists", () => {
    expect(sortedJson({ b: [{ d: 1, c: 2 }, 0], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1},0]}');
  });

  it("loses nothing", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(sortedJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

it("tells plain objects from others", () => {
  expect([{}, Object.create(null), [], null, new Date(0), "x"].map(isPlainObject)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
