import { describe, expect, it } from "vitest";
import { fixturePlan } from "../../test-fixtures/plan";
import { screenOf } from "../terminal/screen";
import { findExplanations } from "./find";
import { renderExplanations, renderList } from "./render";

const one = { qwen3: fixturePlan("qwen3") };
const two = { ...one, small: fixturePlan("small") };
const pipe = screenOf({});
const paths = (plans: typeof one, path: string) =>
  findExplanations(plans, path).explanations.map((found) => `${found.service}:${found.path}`);

describe("a path", () => {
  it("stands for the value itself, or for all below it", () => {
    expect(paths(one, "timings.engine.drainSeconds")).toEqual(["qwen3:timings.engine.drainSeconds"]);
    expect(paths(one, "timings.engine")).toHaveLength(2);
    expect(paths(one, "timings.")).toHaveLength(2);
    expect(paths(one, "")).toHaveLength(3);
  });

  it("is whole words", () => expect(paths(one, "timings.eng")).toEqual([]));

  it("may begin with a service, and else means all services", () => {
    expect(paths(two, "small.pools")).toEqual(["small:pools.serve.nodes"]);
    expect(paths(two, "pools")).toEqual(["qwen3:pools.serve.nodes", "small:pools.serve.nodes"]);
    expect(paths(two, "small")).toHaveLength(3);
  });

  it("that is unknown has near ones, as they must be written", () => {
    expect(findExplanations(one, "timings.engine.drainSecond").near[0]).toBe("timings.engine.drainSeconds");
    expect(findExplanations(two, "small.pools.serve.node").near[0]).toBe("small.pools.serve.nodes");
    expect(findExplanations(one, "entirely-different-thing").near).toEqual([]);
  });

  it("that was decided twice has the last reason", () => {
    const [explanation] = one.qwen3.explanations;
    if (!explanation) throw new Error("the fixture has explanations");
    const plan = fixturePlan("qwen3", { explanations: [explanation, { ...explanation, value: 1, reason: "later" }] });
    expect(findExplanations({ qwen3: plan }, "").explanations).toMatchObject([{ value: 1, reason: "later" }]);
  });
});

describe("explanations", () => {
  it("say the value, the reason and what changes it", () => {
    expect(renderExplanations(findExplanations(one, "timings.engine.drainSeconds").explanations, pipe)).toBe(
      "timings.engine.drainSeconds = 900\n  The longest request may take 900 s.\n  Set by: maxRequestSeconds\n",
    );
  });

  it("as a list have a column of values", () => {
    expect(renderList(findExplanations(one, "timings").explanations, pipe)).toBe(
      "timings.engine.drainSeconds  900\ntimings.engine.graceSeconds  945\n",
    );
  });

  it("name the service where there are several", () => {
    expect(renderList(findExplanations(two, "pools").explanations, pipe)).toBe(
      "qwen3.pools.serve.nodes  2\nsmall.pools.serve.nodes  2\n",
    );
  });

  it("call a value unknown that is null", () => {
    const plan = fixturePlan("a", { explanations: [{ path: "x", value: null, reason: "nobody says", override: "" }] });
    expect(renderExplanations(findExplanations({ a: plan }, "x").explanations, pipe)).toBe(
      "x = unknown\n  Nobody says.\n",
    );
  });
});
