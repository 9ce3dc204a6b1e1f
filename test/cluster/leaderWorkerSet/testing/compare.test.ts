import { expect, it } from "vitest";
import { differences } from "./compare";

it("tells every field that differs, is missing or is too many", () => {
  expect(differences({ a: [{ b: 1 }, {}], c: null, d: {} }, { a: [{ b: 1 }, {}], d: {} })).toEqual([]);
  expect(differences({ a: [{ b: 1 }], c: "x" }, { a: [{ b: "1" }, 2], d: {} })).toEqual([
    "a|0|b: 1, 1",
    "c: x, undefined",
    "a|1: undefined, 2",
    "d: undefined, empty",
  ]);
});
