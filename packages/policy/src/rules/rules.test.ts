import { describe, expect, it } from "vitest";
import { aroundCases } from "../../test-fixtures/cases/around";
import { awsCases } from "../../test-fixtures/cases/aws";
import { budgetCases } from "../../test-fixtures/cases/budgets";
import type { Case, Cases } from "../../test-fixtures/cases/case";
import { changeCases } from "../../test-fixtures/cases/change";
import { disaggregationCases } from "../../test-fixtures/cases/disaggregation";
import { edgeCases } from "../../test-fixtures/cases/edge";
import { engineCases } from "../../test-fixtures/cases/engine";
import { gpuCases } from "../../test-fixtures/cases/gpus";
import { groupCases } from "../../test-fixtures/cases/groups";
import { keyCases } from "../../test-fixtures/cases/keys";
import { lifecycleCases } from "../../test-fixtures/cases/lifecycle";
import { limitCases } from "../../test-fixtures/cases/limits";
import { networkCases } from "../../test-fixtures/cases/network";
import { storageCases } from "../../test-fixtures/cases/storage";
import { good } from "../../test-fixtures/engine";
import { changesOf } from "../change";
import { evaluate } from "../evaluate/evaluate";
import { rules } from ".";

const all: Record<string, Cases> = {
  ...engineCases,
  ...storageCases,
  ...networkCases,
  ...keyCases,
  ...budgetCases,
  ...lifecycleCases,
  ...gpuCases,
  ...groupCases,
  ...disaggregationCases,
  ...aroundCases,
  ...edgeCases,
  ...awsCases,
  ...limitCases,
  ...changeCases,
};
const none: Cases = { pass: [], fail: [] };

describe.each(rules)("$name", ({ name, level }) => {
  const { pass, fail, open = [] } = all[name] ?? none;
  const findings = ({ resources, settings = {}, before }: Case) =>
    evaluate(resources, new Map([[name, { level, settings }]]), before && changesOf(before, resources)).filter(
      ({ rule }) => rule === name,
    );

  it("has what passes and what fails", () => expect([pass.length > 0, fail.length > 0]).toEqual([true, true]));

  it.each(pass.map((one) => [one.what, one] as const))("lets pass: %s", (_, one) => expect(findings(one)).toEqual([]));

  it.each(fail.map((one) => [one.what, one] as const))("refuses: %s", (_, one) => {
    const found = findings(one);
    expect(found.filter((each) => each.open)).toEqual([]);
    expect(found.map(({ message }) => message).join("\n")).toContain(one.says);
    // what to do instead stands in each message, and keys do not
    for (const { message } of found)
      expect(message).toMatch(
        /(Use|Set|Make|Put it off|Add|Remove|Give|Make|Put|Let|Append|Name|Mount|Take|Lower|Raise|Did you mean|Choose|Its fields)/,
      );
  });

  it.each(open.map((one) => [one.what, one] as const))("leaves open: %s", (_, one) => {
    const found = findings(one);
    expect(found.map((each) => each.open)).toContain(true);
    expect(found.map(({ message }) => message).join("\n")).toContain(one.says);
  });
});

it("has cases for rules only", () => {
  const names = rules.map(({ name }) => name);
  expect(Object.keys(all).filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

it("finds nothing in a good stack", () => expect(evaluate(good())).toEqual([]));

it("repeats no key", () => {
  const texts = (all["no-key-in-clear"] ?? none).fail
    .flatMap(({ resources }) => evaluate(resources))
    .map(({ message }) => message);
  expect(texts.join("\n")).not.toMatch(/sk-1|hf_1|a b/);
});
