import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { changed, type Json } from "./cases/case";
import { CONFIG_MAP } from "./cases/objects";
import { withCrds } from "./crds";
import { validateManifest } from "./validate";

const validate = withCrds(join(__dirname, "fixtures"));
const WIDGET: Json = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w" }, spec: { size: 1 } };
const widget = (changes: Json) => validate(changed(WIDGET, changes));

const POD = {
  metadata: { labels: { app: "w" } },
  spec: { containers: [{ name: "main", image: "busybox", volumeMounts: [{ name: "data", mountPath: "/data" }] }] },
};
const TEMPLATED = { "spec.template": POD, "spec.volumeClaimTemplates": [{ metadata: { name: "data" } }] };

describe("withCrds", () => {
  it.each<[string, Json]>([
    ["what is required, without what has a default and without the status", {}],
    ["a port as a number", { "spec.port": 80 }],
    ["a port as a name", { "spec.port": "http" }],
    ["a pattern for any case", { "spec.action": "Abort" }],
    ["unknown fields where they are kept", { "spec.extra.unknown.deep": 1 }],
    ["any value where anything is kept", { "spec.anything": [1, "a", { b: true }] }],
    ["keys of a map", { "spec.settings": { a: "b", "c.d/e": "f" } }],
    ["one of two fields", { "spec.either.a": "x" }],
    ["an object in an object", { "spec.object": { apiVersion: "v1", kind: "Secret", metadata: {}, data: {} } }],
    ["one number with two protocols", { "spec.ports": [{ number: 1 }, { number: 1, protocol: "TCP" }] }],
    ["a pod template, and a mount of a claim beside it", TEMPLATED],
  ])("takes %s", (_, changes) => expect(widget(changes)).toEqual([]));

  it.each<[string, Json, string]>([
    ["an unknown field", { "spec.sizes": 1 }, 'spec.sizes: unknown field; did you mean "size"?'],
    ["a field of an object that has none", { "spec.empty.a": 1 }, "spec.empty.a: no field may stand here"],
    ["an unknown field at the top", { specs: {} }, 'specs: unknown field; did you mean "spec"?'],
    ["unknown metadata", { "metadata.nmae": "w" }, 'metadata.nmae: unknown field; did you mean "name"?'],
    ["a missing field", { "spec.size": undefined }, "spec.size: is required"],
    ["a wrong type", { "spec.size": "1" }, 'spec.size: must be integer, is "1"'],
    ["an excluded minimum", { "spec.size": 0 }, "spec.size: must be > 0, is 0"],
    ["a value that is none of the listed", { "spec.mode": "Fast" }, 'spec.mode: must be one of fast, slow, is "Fast"'],
    ["a port that is neither", { "spec.port": true }, "spec.port: must be integer or string, is true"],
    ["a port against the pattern", { "spec.port": "HTTP" }, 'spec.port: must match pattern "^[a-z0-9]+$", is "HTTP"'],
    [
      "text against the pattern",
      { "spec.action": "stop" },
      'spec.action: must match pattern "^(?i)(abort|warn)$", is "stop"',
    ],
    ["a wrong type beside kept fields", { "spec.extra.known": 1 }, "spec.extra.known: must be string, is 1"],
    ["a wrong value in a map", { "spec.settings.a": 1 }, "spec.settings.a: must be string, is 1"],
    [
      "a null where anything is kept",
      { "spec.anything": null },
      "spec.anything: must not be null; leave the field out",
    ],
    ["two equal items of a set", { "spec.tags": ["a", "a"] }, "spec.tags: must NOT have duplicate items"],
    [
      "two equal keys, one by default",
      { "spec.ports": [{ number: 1 }, { number: 1, protocol: "UDP" }] },
      'spec.ports: items [0] and [1] both have number 1 and protocol "UDP"',
    ],
    ["both of two fields", { "spec.either": { a: "x", b: "y" } }, "spec.either: must match exactly one schema"],
    ["a name that cannot be", { "metadata.name": "W" }, 'metadata.name: "W" must be lower-case letters'],
    [
      "a version that is not served",
      { apiVersion: "example.com/v1alpha1" },
      "apiVersion: Widget is of example.com/v1, not of example.com/v1alpha1",
    ],
    [
      "a typo in a pod template that the CRD leaves open",
      { ...TEMPLATED, "spec.template.spec.restartpolicy": "Always" },
      'spec.template.spec.restartpolicy: unknown field; did you mean "restartPolicy"?',
    ],
    [
      "a pod template that breaks a rule of pods",
      { "spec.template": POD },
      'spec.template.spec.containers[0].volumeMounts[0].name: the pod has no volume "data"',
    ],
  ])("refuses %s", (_, changes, expected) => {
    const problems = widget(changes);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.slice(0, expected.length)).toBe(expected);
  });

  it("knows Kubernetes' own kinds too", () => {
    expect(validate(CONFIG_MAP)).toEqual([]);
    expect(validate({ ...CONFIG_MAP, dat: {} })).toEqual(['dat: unknown field; did you mean "data"?']);
  });

  it("knows which kinds are in no namespace", () => {
    const manifest = { apiVersion: "example.com/v1", kind: "ClusterWidget", metadata: { name: "w", namespace: "a" } };
    expect(validate(manifest)).toEqual(["metadata.namespace: a ClusterWidget is in no namespace; leave the field out"]);
  });

  it("says where kinds come from when it does not know one", () => {
    expect(validateManifest(WIDGET)).toEqual([
      "kind: Widget of example.com/v1 is not known here; give its CRD with withCrds(folder)",
    ]);
  });

  it("does not take a folder without CRDs", () => {
    const folder = mkdtempSync(join(tmpdir(), "no-crds-"));
    expect(() => withCrds(folder)).toThrow("has no CustomResourceDefinition");
    writeFileSync(join(folder, "broken.yaml"), "a: [");
    expect(() => withCrds(folder)).toThrow();
  });
});

describe("a LeaderWorkerSet", () => {
  const folder = mkdtempSync(join(tmpdir(), "lws-"));
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const crd = {
    kind: "CustomResourceDefinition",
    spec: {
      group: "leaderworkerset.x-k8s.io",
      scope: "Namespaced",
      names: { kind: "LeaderWorkerSet" },
      versions: [
        { name: "v1", served: true, schema: { openAPIV3Schema: { type: "object", properties: { spec: open } } } },
      ],
    },
  };
  writeFileSync(join(folder, "lws.yaml"), JSON.stringify(crd));
  const check = withCrds(folder);
  const named = (name: string, replicas: number) =>
    check({
      apiVersion: "leaderworkerset.x-k8s.io/v1",
      kind: "LeaderWorkerSet",
      metadata: { name },
      spec: { replicas },
    });

  it("leaves room for its groups' StatefulSets", () => {
    expect(named("a".repeat(50), 10)).toEqual([]);
    expect(named("a".repeat(50), 11)[0]).toContain("at most 49 are allowed");
  });
});
