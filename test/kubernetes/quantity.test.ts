import { describe, expect, it } from "vitest";
import { isWhole, parseQuantity } from "./quantity";

const ONE = 1_000_000_000n;

describe("parseQuantity", () => {
  it.each<[string | number, bigint]>([
    ["1", ONE],
    [2, 2n * ONE],
    [0.5, ONE / 2n],
    ["500m", ONE / 2n],
    ["1.5", (ONE * 3n) / 2n],
    [".5", ONE / 2n],
    ["2.", 2n * ONE],
    ["1k", 1000n * ONE],
    ["16Gi", 16n * 1024n ** 3n * ONE],
    ["1.5Gi", 1536n * 1024n ** 2n * ONE],
    ["1E", 10n ** 18n * ONE],
    ["1e3", 1000n * ONE],
    ["1E-3", ONE / 1000n],
    ["-1", -ONE],
    ["+1", ONE],
    ["0.0000000001", 1n],
  ])("reads %s", (text, expected) => expect(parseQuantity(text)).toBe(expected));

  it.each(["", "Gi", "1 Gi", "1GB", "1gi", "1K", "0x10", "1.2.3", "one", "1e", "NaN", "Infinity", "1Gi5"])(
    "refuses %j",
    (text) => expect(parseQuantity(text)).toBeUndefined(),
  );
});

describe("isWhole", () => {
  it.each(["0", "8", "8.0", "8000m", "1k", "1Ki"])("%s is", (text) =>
    expect(isWhole(parseQuantity(text) ?? 1n)).toBe(true),
  );
  it.each(["500m", "0.5", "1.5", "1n"])("%s is not", (text) => expect(isWhole(parseQuantity(text) ?? 0n)).toBe(false));
});
