import { describe, expect, it } from "vitest";
import { BUILTIN_KINDS, DEFINITIONS } from "./builtin";
import type { Case } from "./cases/case";
import { CONTAINER_CASES } from "./cases/containers";
import { CONTROLLER_CASES } from "./cases/controllers";
import { GOOD } from "./cases/good";
import { METADATA_CASES } from "./cases/metadata";
import { NETWORK_CASES } from "./cases/network";
import { SCHEDULING_CASES } from "./cases/scheduling";
import { SCHEMA_CASES } from "./cases/schema";
import { STORAGE_CASES } from "./cases/storage";
import { VOLUME_CASES } from "./cases/volumes";
import { ENUMS } from "./enums";
import { validateManifest } from "./validate";

describe("validateManifest", () => {
  it.each(Object.entries(GOOD))("takes %s", (_, manifest) => expect(validateManifest(manifest)).toEqual([]));

  it("is shown every kind that it knows", () => {
    const shown = Object.values(GOOD).map(({ apiVersion, kind }) => `${apiVersion} ${kind}`);
    expect([...new Set(shown)].sort()).toEqual(BUILTIN_KINDS.map((it) => `${it.apiVersion} ${it.kind}`).sort());
  });

  it.each([undefined, null, "text", [], 1])("refuses %j", (value) => {
    expect(validateManifest(value)).toEqual(["manifest: must be an object"]);
  });

  it("names every problem of a manifest at once", () => {
    const manifest = { ...GOOD.POD, spec: { containers: [{ nane: "a", image: 1 }], restartPolicy: "never" } };
    expect(validateManifest(manifest)).toEqual([
      "spec.containers[0].name: is required",
      'spec.containers[0].nane: unknown field; did you mean "name"?',
      "spec.containers[0].image: must be string, is 1",
      'spec.restartPolicy: must be one of Always, Never, OnFailure, is "never"',
    ]);
  });
});

describe.each<[string, Case[]]>([
  ["the schema", SCHEMA_CASES],
  ["the rules of names, labels and data", METADATA_CASES],
  ["the rules of containers", CONTAINER_CASES],
  ["the rules of volumes and environment", VOLUME_CASES],
  ["the rules of resources and scheduling", SCHEDULING_CASES],
  ["the rules of what makes pods", CONTROLLER_CASES],
  ["the rules of traffic", NETWORK_CASES],
  ["the rules of storage and rights", STORAGE_CASES],
])("%s", (_, cases) => {
  it.each(cases)("refuses $name", ({ manifest, path, says }) => {
    const problems = validateManifest(manifest);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(says);
    expect(problems[0]?.slice(0, path.length + 2)).toBe(`${path}: `);
  });
});

describe("ENUMS", () => {
  const fields = Object.entries(ENUMS).flatMap(([name, values]) =>
    Object.keys(values).map((field): [string, string] => [name, field]),
  );
  it.each(fields)("%s.%s is text, or a list of it, in Kubernetes' own document", (name, field) => {
    const property = DEFINITIONS.definitions[name]?.properties[field];
    expect([property?.type, property?.items?.type]).toEqual(
      property?.enum === undefined ? ["array", "string"] : ["string", undefined],
    );
  });
});
