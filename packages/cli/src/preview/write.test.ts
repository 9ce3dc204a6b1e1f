import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type RecordedResource, Recording, secret, UNKNOWN, type WireObject } from "../recorder";
import { rank } from "./order";
import { writeManifests } from "./write";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "sonar-out-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const fresh = () => mkdtempSync(join(root, "out-"));
const options = {} as RecordedResource["options"];

function recording(
  ...objects: [type: string, name: string, inputs?: WireObject, kind?: RecordedResource["kind"]][]
): Recording {
  const made = new Recording("app", "dev");
  for (const [type, name, inputs = {}, kind = "custom"] of objects) {
    const given = typeof inputs.metadata === "object" ? (inputs.metadata as WireObject) : {};
    const outputs = { ...inputs, metadata: { name, ...given } };
    made.add({ urn: `urn::${type}::${name}`, type, name, parent: "", kind, inputs, outputs, options });
  }
  return made;
}

/** The object in the only file. */
function only(type: string, inputs: WireObject): { object: unknown; text: string } {
  const folder = fresh();
  const { files } = writeManifests(recording([type, "one", inputs]), folder);
  expect(files).toHaveLength(1);
  const text = readFileSync(join(folder, files[0] ?? ""), "utf8");
  return { object: parse(text), text };
}

describe("manifests", () => {
  it("come in the order in which they need each other", () => {
    const kinds = [
      "kubernetes:apps/v1:StatefulSet",
      "kubernetes:core/v1:Secret",
      "kubernetes:core/v1:Namespace",
      "kubernetes:monitoring.coreos.com/v1:PodMonitor",
    ];
    const { files } = writeManifests(recording(...kinds.map((type): [string, string] => [type, "a"])), fresh());
    expect(files).toEqual(["1-namespace-a.yaml", "2-secret-a.yaml", "3-podmonitor-a.yaml", "4-statefulset-a.yaml"]);
    expect(rank("PodMonitor")).toBeLessThan(rank("Job"));
  });

  it("sort as text in the order of creation, however many there are", () => {
    const many = Array.from({ length: 12 }, (_, index): [string, string] => [
      "kubernetes:core/v1:ConfigMap",
      `m${index}`,
    ]);
    const { files } = writeManifests(recording(...many, ["kubernetes:core/v1:Namespace", "ns"]), fresh());
    expect([...files].sort()).toEqual(files);
    expect(files[0]).toBe("01-namespace-ns.yaml");
  });

  it("take version and kind from the type, and the physical name", () => {
    const { object } = only("kubernetes:apps/v1:Deployment", { spec: { replicas: 2 } });
    expect(object).toEqual({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "one" },
      spec: { replicas: 2 },
    });
    expect(only("kubernetes:core/v1:Service", {}).object).toMatchObject({ apiVersion: "v1", kind: "Service" });
  });

  it("stay what they were for readers of YAML 1.1", () => {
    const data = {
      a: "yes",
      b: "0777",
      c: "1:30",
      d: "on",
      e: "null",
      f: "1e3",
      g: "multi\nline\n",
      h: "# no comment",
      i: "~",
    };
    const { object, text } = only("kubernetes:core/v1:ConfigMap", { data });
    expect(object).toMatchObject({ data });
    expect(parse(text, { version: "1.1" })).toMatchObject({ data });
  });

  it("never hold a Secret's values, in whatever way they were given", () => {
    const inputs = {
      data: secret({ a: "YQ==" }),
      stringData: { b: "clear-text", c: secret("hidden") },
      type: "Opaque",
    };
    const { object, text } = only("kubernetes:core/v1:Secret", inputs);
    expect(object).toEqual({
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "one" },
      type: "Opaque",
      stringData: { a: "REPLACE_ME", b: "REPLACE_ME", c: "REPLACE_ME" },
    });
    expect(text).toContain(
      "# Secrets are never written; replace REPLACE_ME before you apply: stringData.a, stringData.b, stringData.c\n",
    );
    expect(text).not.toMatch(/YQ==|clear-text|hidden/);
  });

  it("give a registry's Secret a text that the API server takes", () => {
    const { object } = only("kubernetes:core/v1:Secret", {
      stringData: secret({ ".dockerconfigjson": "{}" }),
      type: "kubernetes.io/dockerconfigjson",
    });
    expect(object).toMatchObject({ stringData: { ".dockerconfigjson": '{"auths":{}}' } });
  });

  it("hold placeholders for other secrets and for what is not known yet, and say where", () => {
    const inputs = { data: { key: secret("hidden"), ip: UNKNOWN, map: secret({ x: "hidden" }) } };
    const { object, text } = only("kubernetes:core/v1:ConfigMap", inputs);
    expect(object).toMatchObject({ data: { key: "REPLACE_ME", ip: "REPLACE_ME", map: { x: "REPLACE_ME" } } });
    expect(text).toContain("before you apply: data.key, data.map.x\n");
    expect(text).toContain("# Known only after deployment; replace REPLACE_ME before you apply: data.ip\n");
  });

  it("lose secrets that were copied into plain text", () => {
    const folder = fresh();
    const made = recording(["kubernetes:core/v1:ConfigMap", "a", { data: { copy: "x topsecret-key y" } }]);
    made.secrets.add("topsecret-key");
    const { files } = writeManifests(made, folder);
    expect(readFileSync(join(folder, files[0] ?? ""), "utf8")).toContain("copy: x [secret] y");
  });

  it("are made of Kubernetes objects only, and the rest is told", () => {
    const made = recording(
      ["kubernetes:core/v1:ConfigMap", "a"],
      ["kubernetes:core/v1:ServicePatch", "patch"],
      ["kubernetes:core/v1:ConfigMapPatch", "more", { metadata: { name: "a" } }],
      ["kubernetes:helm.sh/v3:Release", "chart"],
      ["random:index/randomPassword:RandomPassword", "p"],
      ["pulumi:providers:kubernetes", "provider"],
      ["kubernetes:core/v1:Secret", "there", {}, "read"],
      ["test:index:Group", "group", {}, "component"],
    );
    const { files, warnings } = writeManifests(made, fresh());
    expect(files).toEqual(["1-configmap-a.yaml"]);
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/ServicePatch "patch", Release "chart":/),
    ]);
  });
});

describe("the folder", () => {
  it("is made, and loses the files of the run before", () => {
    const folder = join(fresh(), "new/deep");
    writeManifests(recording(["kubernetes:core/v1:ConfigMap", "a"], ["kubernetes:core/v1:ConfigMap", "b"]), folder);
    writeManifests(recording(["kubernetes:core/v1:ConfigMap", "c"]), folder);
    expect(readdirSync(folder)).toEqual(["1-configmap-c.yaml"]);
  });

  it("is left alone when it holds anything else", () => {
    const folder = fresh();
    writeManifests(recording(["kubernetes:core/v1:ConfigMap", "a"]), folder);
    writeFileSync(join(folder, "notes.txt"), "mine");
    mkdirSync(join(folder, "sub"));
    const { files, refusal } = writeManifests(recording(["kubernetes:core/v1:ConfigMap", "b"]), folder);
    expect(files).toEqual([]);
    expect(refusal).toMatch(/notes.txt, sub/);
    expect(readdirSync(folder)).toEqual(["1-configmap-a.yaml", "notes.txt", "sub"]);
    expect(readFileSync(join(folder, "notes.txt"), "utf8")).toBe("mine");
  });

  it("must not be a file", () => {
    const file = join(fresh(), "file");
    writeFileSync(file, "");
    expect(writeManifests(recording(), file).refusal).toContain("is a file");
  });
});
