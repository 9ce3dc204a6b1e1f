import { describe, expect, it } from "vitest";
import { outside, readFloat, readHumanInteger, readInteger } from "./numbers";

describe("readInteger", () => {
  it.each([
    [8, 8],
    ["8", 8],
    [-1, -1],
    ["+5", 5],
    ["007", 7],
  ])("reads %j", (value, n) => {
    expect(readInteger(value)).toBe(n);
  });
  it.each([
    1.5,
    "1.5",
    "",
    " 8",
    "1_000",
    "1e3",
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    "9007199254740993",
    true,
    null,
    [8],
    {},
  ])("refuses %j", (value) => {
    expect(readInteger(value)).toBeUndefined();
  });
});

describe("readFloat", () => {
  it.each([
    [0.5, 0.5],
    [".5", 0.5],
    ["5e-1", 0.5],
    ["-2.", -2],
    [1, 1],
  ])("reads %j", (value, n) => {
    expect(readFloat(value)).toBe(n);
  });
  it.each(["nan", "inf", "Infinity", "1e999", "0x10", "", ".", Number.NaN, Number.NEGATIVE_INFINITY, true, [0.5]])(
    "refuses %j",
    (value) => {
      expect(readFloat(value)).toBeUndefined();
    },
  );
});

describe("readHumanInteger", () => {
  it.each([
    [32768, 32768],
    ["32k", 32000],
    ["32K", 32768],
    ["1.5m", 1_500_000],
    ["2G", 2 ** 31],
    ["64000", 64000],
  ])("reads %j", (value, n) => {
    expect(readHumanInteger(value)).toBe(n);
  });
  it.each(["1.5K", "k", "32 k", "32kb", "-1k", "9999999t", 1.5, "2048.0"])("refuses %j", (value) => {
    expect(readHumanInteger(value)).toBeUndefined();
  });
});

describe("outside", () => {
  it("names the bound that is violated", () => {
    expect(outside(0, { minimum: 1 })).toBe("at least 1");
    expect(outside(0, { exclusiveMinimum: 0 })).toBe("above 0");
    expect(outside(2, { maximum: 1 })).toBe("at most 1");
    expect(outside(1, { exclusiveMaximum: 1 })).toBe("below 1");
  });
  it("is silent within the bounds", () => {
    expect(outside(1, { minimum: 1, maximum: 1 })).toBeUndefined();
    expect(outside(1e9, {})).toBeUndefined();
  });
});
