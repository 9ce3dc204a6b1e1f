import { describe, expect, it } from "vitest";
import { z } from "zod";
import { check } from "./check";
import { problemText } from "./error";
import { flag, number, object, oneOf, text, wholeNumber } from "./fields";
import { independent, prune } from "./prune";

const schema = object({
  replicas: wholeNumber({ min: 1, max: 9, hint: "Give the copies." }),
  ratio: number({ min: 0, max: 1, hint: "Give a part." }).optional(),
  model: object({ source: text("Name a model.") }),
  kind: oneOf(["a", "b"]).optional(),
  on: flag().optional(),
  list: z.array(text("Name it.")).optional(),
});
const good = { replicas: 1, model: { source: "m" } };
const messages = (value: unknown) => check(schema, value).problems.map((p) => `${p.path}: ${p.message}`);

describe("check", () => {
  it("passes a good value on", () => expect(check(schema, good)).toEqual({ value: good, problems: [] }));

  it.each([
    [{ ...good, replicas: 0 }, "replicas: must be a whole number from 1 to 9, but it is 0. Give the copies."],
    [
      { ...good, replicas: Number.NaN },
      "replicas: must be a whole number from 1 to 9, but it is NaN. Give the copies.",
    ],
    [{ ...good, replicas: 1.5 }, "replicas: must be a whole number from 1 to 9, but it is 1.5. Give the copies."],
    [{ ...good, replicas: "3" }, 'replicas: must be a whole number from 1 to 9, but it is "3". Give the copies.'],
    [
      { ...good, replicas: Number.POSITIVE_INFINITY },
      "replicas: must be a whole number from 1 to 9, but it is Infinity. Give the copies.",
    ],
    [{ model: good.model }, "replicas: must be a whole number from 1 to 9, but it is missing. Give the copies."],
    [{ ...good, ratio: 0 }, "ratio: must be a number above 0 and at most 1, but it is 0. Give a part."],
    [{ ...good, ratio: -1 }, "ratio: must be a number above 0 and at most 1, but it is -1. Give a part."],
    [{ ...good, model: { source: " " } }, 'model.source: must be text that is not empty, but it is " ". Name a model.'],
    [{ ...good, model: "m" }, 'model: must be an object, but it is "m".'],
    [{ ...good, kind: "c" }, 'kind: must be "a" or "b", but it is "c".'],
    [{ ...good, on: "false" }, 'on: must be true or false, but it is "false". Write true or false without quotes.'],
    [{ ...good, list: ["x", ""] }, 'list[1]: must be text that is not empty, but it is "". Name it.'],
    [{ ...good, replica: 2 }, 'replica: is not an argument. Did you mean "replicas"?'],
    [{ ...good, model: { source: "m", sorce: "n" } }, 'model.sorce: is not an argument. Did you mean "source"?'],
  ])("%j", (value, message) => expect(messages(value)).toEqual([message]));

  it("lists every problem", () => expect(messages({ replicas: 0, model: {}, kind: "c" })).toHaveLength(3));

  it("lines the paths up", () => {
    const { problems } = check(schema, { replicas: 0, model: {} });
    expect(problemText("Service", "x", problems)).toMatchInlineSnapshot(`
      "Service "x" cannot be planned:
        replicas      must be a whole number from 1 to 9, but it is 0. Give the copies.
        model.source  must be text that is not empty, but it is missing. Name a model."
    `);
  });
});

describe("prune", () => {
  it("drops what problems name and leaves the argument alone", () => {
    const args = { replicas: 0, model: { source: "m", extra: 1 }, list: ["a", ""] };
    const pruned = prune(args, [
      { path: "replicas", message: "" },
      { path: "model.extra", message: "" },
    ]);
    expect(pruned).toEqual({ model: { source: "m" }, list: ["a", ""] });
    expect(args.replicas).toBe(0);
  });

  it("keeps only what other fields caused", () => {
    const shape = [{ path: "model.maxLength", message: "" }];
    const found = [
      { path: "model.source", message: "" },
      { path: "modelCache", message: "" },
    ];
    expect(independent(found, shape)).toEqual([{ path: "modelCache", message: "" }]);
  });
});
