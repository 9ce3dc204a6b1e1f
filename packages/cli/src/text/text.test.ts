import { describe, expect, it } from "vitest";
import { didYouMean, nearest } from "./nearest";
import { bytes, count, decimals, duration, price } from "./units";
import { columns, cut, hanging, NO_BREAK, table, wrap } from "./wrap";

describe("nearest names", () => {
  it("come nearest first, and not at all when far", () => {
    expect(nearest("prevew", ["explain", "preview", "previews"])).toEqual(["preview", "previews"]);
    expect(nearest("xyz", ["explain", "preview"])).toEqual([]);
  });

  it("are found by a part of a path too", () => {
    expect(nearest("drainSeconds", ["timings.engine.drainSeconds", "pools.serve.nodes"])).toEqual([
      "timings.engine.drainSeconds",
    ]);
  });

  it("become a question, or nothing", () => {
    expect(didYouMean("helm", ["help"])).toBe('Did you mean "help"?');
    expect(didYouMean("zzz", ["help"])).toBe("");
  });
});

describe("units", () => {
  it("of time are the two largest", () => {
    expect([0, 59.6, 60, 580, 3600, 3900].map(duration)).toEqual([
      "0 s",
      "1 min",
      "1 min",
      "9 min 40 s",
      "1 h",
      "1 h 5 min",
    ]);
  });

  it("of size leave few digits", () => {
    expect([512, 1536, 15 * 2 ** 30, 2 ** 42].map(bytes)).toEqual(["512 B", "1.5 KiB", "15 GiB", "4 TiB"]);
  });

  it("of money never say that something is free which is not known", () => {
    expect([price(9.2), price(null)]).toEqual(["9.20 USD/h", "price unknown"]);
  });

  it("of number agree with the noun", () => {
    expect([count(1, "pod"), count(0, "pod"), decimals(1.256), decimals(2)]).toEqual(["1 pod", "0 pods", "1.26", "2"]);
  });
});

describe("wrapping", () => {
  const text = "one two three four five six seven eight nine ten";

  it("keeps to the width and loses no word", () => {
    const lines = wrap(text, 14);
    expect(lines.every((line) => columns(line) <= 14)).toBe(true);
    expect(lines.join(" ")).toBe(text);
  });

  it("leaves a text alone that fits, with its double spaces", () => expect(wrap("a  b", 10)).toEqual(["a  b"]));
  it("holds words together", () => expect(wrap(`aaa 12${NO_BREAK}pods`, 8)).toEqual(["aaa", "12 pods"]));
  it("indents further lines under the text", () => {
    expect(hanging("label  ", text, 36)).toBe("label  one two three four five six\n       seven eight nine ten");
  });
  it("goes below a label that leaves no room", () => {
    expect(hanging("a label that is long  ", "one two three four", 32)).toBe(
      "a label that is long\n    one two three four",
    );
  });
  it("puts the texts of a table into one column", () => {
    expect(
      table(
        [
          ["a", "x"],
          ["long", "y"],
        ],
        80,
      ),
    ).toBe("  a     x\n  long  y");
  });
  it("cuts at the end and shows it", () =>
    expect([cut("abcdef", 4), cut("abc", 4), cut("ab cd", 4)]).toEqual(["abc…", "abc", "ab…"]));
});
