import { describe, expect, it } from "vitest";
import { testConfig } from "../../test-fixtures/config";
import { checkedRouterConfig, routerConfigProblems } from "./check";

const good = testConfig();

describe("the configuration's check", () => {
  it("takes a good one", () => {
    expect(routerConfigProblems(good)).toEqual([]);
    expect(checkedRouterConfig(good)).toBe(good);
  });

  it("takes EndpointSlices", () => {
    const discovery = {
      kind: "endpoint-slices",
      namespace: "llm",
      selector: "a=b",
      roleLabel: "role",
      compatibilityLabel: "compatibility",
      resyncSeconds: 60,
    };
    expect(routerConfigProblems({ ...good, discovery })).toEqual([]);
  });

  it.each([
    [{ ...good, more: 1 }, ['the configuration: is not known: "more"']],
    [
      { ...good, listen: { host: "::", port: 70_000 } },
      ["listen.port: must be a whole number from 0 to 65535, but it is 70000"],
    ],
    [{ ...good, service: "" }, ['service: must be text that is not empty, but it is ""']],
    [{ ...good, model: undefined }, ["model: must be text that is not empty, but it is missing"]],
    [
      { ...good, discovery: { kind: "dns" } },
      ['discovery.kind: must be an object of the kind "static" or "endpoint-slices", but it is {"kind":"dns"}'],
    ],
    [
      { ...good, discovery: { kind: "static", prefill: [{ url: "https://a:1" }], decode: [] } },
      ['discovery.prefill[0].url: must be http://address:port, but it is "https://a:1"'],
    ],
    [
      { ...good, transfer: { ...good.transfer, leaseSeconds: 5, leaseMarginSeconds: 5 } },
      ["transfer.leaseMarginSeconds: must be below leaseSeconds, 5, but it is 5: no answer of prefill could be used"],
    ],
    [
      { ...good, health: { ...good.health, ejectionSeconds: 9, longestEjectionSeconds: 8 } },
      ["health.longestEjectionSeconds: must be at least ejectionSeconds, 9, but it is 8"],
    ],
    ["text", ['the configuration: must be an object, but it is "text"']],
  ])("names what is wrong: %#", (config, problems) => expect(routerConfigProblems(config)).toEqual(problems));

  it("names everything at once", () => {
    const wrong = { ...good, service: 1, admission: { ...good.admission, running: 0 }, extra: true };
    expect(routerConfigProblems(wrong)).toHaveLength(3);
    expect(() => checkedRouterConfig(wrong)).toThrow(/service: .*\n.*admission\.running: /);
  });
});
