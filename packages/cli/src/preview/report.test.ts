import { describe, expect, it } from "vitest";
import { fixturePlan } from "../../test-fixtures/plan";
import { finding, type RecordedResource, Recording, secret, UNKNOWN, type Wire, type WireObject } from "../recorder";
import { makeReport } from "./report";

const options = {} as RecordedResource["options"];

function recording(...resources: (Partial<RecordedResource> & { type: string; name: string })[]): Recording {
  const made = new Recording("app", "dev");
  for (const one of resources) {
    made.add({
      urn: `urn::${one.type}::${one.name}`,
      parent: "urn::stack",
      kind: "custom",
      inputs: {},
      outputs: {},
      options,
      ...one,
    });
  }
  return made;
}

const service = (name: string, plan: unknown, type = "sonar:index:ReplicatedService") => ({
  type,
  name,
  kind: "component" as const,
  inputs: { plan: plan as Wire },
});

describe("a report", () => {
  it("lists what would be created, with parents, and not what exists", () => {
    const made = recording(
      { type: "a:b:C", name: "outer", kind: "component" },
      { type: "a:b:D", name: "inner", parent: "urn::a:b:C::outer", inputs: { n: 1 } },
      { type: "a:b:E", name: "there", kind: "read" },
    );
    const { resources, totals } = makeReport(made);
    expect(resources).toEqual([
      { urn: "urn::a:b:C::outer", type: "a:b:C", name: "outer", parent: null, inputs: {} },
      { urn: "urn::a:b:D::inner", type: "a:b:D", name: "inner", parent: "urn::a:b:C::outer", inputs: { n: 1 } },
    ]);
    expect(totals).toEqual({ resources: 2, pods: 0, gpus: 0, nodes: 0, usdPerHour: null });
  });

  it("finds the plan in any of the library's components, plain or secret", () => {
    const made = recording(
      service("a", fixturePlan("a")),
      service("b", secret(fixturePlan("b") as unknown as Wire), "sonar:index:Later"),
      service("c", fixturePlan("c"), "other:index:Thing"),
    );
    const { topology, totals } = makeReport(made);
    expect(Object.keys(topology)).toEqual(["a", "b"]);
    expect(totals).toEqual({ resources: 3, pods: 10, gpus: 12, nodes: 4, usdPerHour: 18.4 });
  });

  it("keeps two plans of one name apart", () => {
    const { topology } = makeReport(
      recording(service("a", fixturePlan("a")), service("a", fixturePlan("a"), "sonar:index:Later")),
    );
    expect(Object.keys(topology)).toEqual(["a", "Later/a"]);
  });

  it("does not add up what is not known", () => {
    const unknown = fixturePlan("b");
    unknown.totals = { ...unknown.totals, nodes: null, usdPerHour: null };
    const { totals } = makeReport(recording(service("a", fixturePlan("a")), service("b", unknown)));
    expect(totals).toMatchObject({ gpus: 12, nodes: null, usdPerHour: null });
  });

  it("has plans' warnings once, though the component logs them", () => {
    const made = recording(service("a", fixturePlan("a")));
    made.warnings.push(
      finding(null, "gateway.exposure: Nothing outside the cluster reaches the service."),
      finding(null, "Something else."),
    );
    expect(makeReport(made).warnings).toEqual([
      { component: null, path: "", message: "Something else." },
      {
        component: 'ReplicatedService "a"',
        path: "gateway.exposure",
        message: "Nothing outside the cluster reaches the service.",
      },
    ]);
  });

  it("has no secret in it, wherever one was copied to", () => {
    const key = "topsecret-key";
    const plan = fixturePlan("a", { warnings: [{ path: "x", value: key, message: `the key ${key} is short` }] });
    const [rank] = plan.pools.serve?.ranks ?? [];
    rank?.argv.push(`--api-key=${key}`);
    const made = recording(service("a", plan), {
      type: "a:b:Secret",
      name: "s",
      inputs: { data: secret({ key }), copy: `x ${key} y`, later: UNKNOWN },
    });
    made.outputs = { key: secret(key), copy: [key] } as WireObject;
    made.errors.push({ component: null, path: "", message: `bad ${key}`, value: { key } });
    const text = JSON.stringify(makeReport(made));
    expect(text).not.toContain(key);
    expect(text).toContain('"data":"[secret]","copy":"x [secret] y","later":"[unknown]"');
    expect(text).toContain('"outputs":{"key":"[secret]","copy":["[secret]"]}');
  });
});
