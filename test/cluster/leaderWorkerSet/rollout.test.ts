import { expect, it } from "vitest";
import { partition, unavailableGroups } from "./rollout";

/** Groups from 0 up: ready or not (R, r), of the newest template or not (N, o). */
const groups = (words: string) =>
  words.split(" ").map(([ready, made]) => ({ ready: ready === "R", updated: made === "N" }));

it.each([
  ["Ro Ro Ro", 1, 2],
  ["Ro Ro Ro", 2, 1],
  ["Ro Ro Ro", 9, 0],
  ["Ro Ro rN", 1, 2],
  ["Ro Ro RN", 1, 1],
  ["Ro RN RN", 1, 0],
  ["RN RN RN", 1, 0],
  // one that is down for another reason counts, and may itself be replaced
  ["ro Ro Ro", 1, 3],
  ["Ro Ro ro", 1, 2],
  ["ro ro ro", 1, 0],
])("of %s, with %i missing, those from %i up are of the newest template", (words, missing, lowest) => {
  expect(partition(groups(words), missing)).toBe(lowest);
});

it.each([
  [undefined, 1],
  [0, 1],
  [2, 2],
  ["50%", 2],
  ["10%", 1],
])("takes %s of five groups as %i", (value, count) => {
  expect(unavailableGroups(value, 5)).toBe(count);
});
