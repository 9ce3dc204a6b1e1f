import { describe, expect, it } from "vitest";
import { Fields, unknownValue, type Value } from "../view";
import { expanded, expandedScript, isReference, lookupIn, referenceIn, spoken } from "./references";

const env: Value = [
  { name: "A", value: "a" },
  { name: "B", value: "b$(A)$$(A)" },
  { name: "KEY", valueFrom: { secretKeyRef: { name: "keys" } } },
  { name: "LATER", value: unknownValue },
  { name: "SELF", value: "$(SELF)" },
  { name: "TWICE", value: "1" },
  { name: "TWICE", value: "2" },
  { name: unknownValue, value: "x" },
  unknownValue,
];
const container = new Fields({ env });
const lookup = lookupIn(container, { LWS_GROUP_SIZE: "4" });
const at = new Fields("");
const as = (text: string, script = "") => {
  const { text: found, written } = script === "" ? expanded(text, at, lookup) : spoken(text, at, lookup, script);
  return found ?? { written };
};

describe("a reference in a word of Kubernetes", () => {
  it.each<[string, string | { written: string }]>([
    ["--x=$(A)", "--x=a"],
    ["$(B)", "ba$(A)"],
    ["$(TWICE)", "2"],
    ["$$(A)", "$(A)"],
    ["$A", "$A"],
    ["$(LWS_GROUP_SIZE)", "4"],
    ["$(KEY)$(A)", { written: "$(KEY)a" }],
    ["$(NONE)", { written: "$(NONE)" }],
    ["$(SELF)", { written: "$(SELF)" }],
  ])("%s", (text, expected) => expect(as(text)).toEqual(expected));

  it("is left open where its value comes later", () => {
    const word = expanded("$(LATER)", at, lookup);
    expect([word.text, word.at.known, String(word.at)]).toEqual([undefined, false, "env[3].value"]);
  });

  it("stays in a script that Kubernetes cannot resolve", () =>
    expect(expandedScript("x $(A) $(KEY) $(date)", lookup)).toBe("x a $(KEY) $(date)"));
});

describe("a reference in a word of a shell", () => {
  it.each<[string, string, string | { written: string }]>([
    ["$A/$" + "{A}", "run", "a/a"],
    ["$KEY", "run", { written: "$KEY" }],
    ["$A", "export A=1; run", { written: "$A" }],
    ["$A", "read A; run", { written: "$A" }],
    ["$A", "BANANA=1 run", "a"],
    ["$(date)", "run", { written: "$(date)" }],
    ["`date`", "run", { written: "`date`" }],
    ["$1", "run", { written: "$1" }],
    ["5$", "run", "5$"],
  ])("%s of %s", (text, script, expected) => expect(as(text, script)).toEqual(expected));
});

it("tells what is nothing but a reference, and the reference alone", () => {
  expect(["$(A)", "$A", "$(cat /x)", "`x`", "sk-$A", "$$", "a", ""].map(isReference)).toEqual([
    ...[true, true, true, true],
    ...[false, false, false, false],
  ]);
  expect(referenceIn("sk-1$(A)")).toBe("$(A)");
});
