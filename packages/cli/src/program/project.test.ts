import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeConfig } from "./config";
import { InvalidProgramError } from "./problems";
import { readProject } from "./project";
import { readStack } from "./stack";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sonar-project-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the project's files, and returns the configuration that the program would get. */
function config(files: Record<string, string>, overrides: string[] = [], stack?: string) {
  const root = mkdtempSync(join(folder, "p-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  const project = readProject(root);
  return makeConfig(project, readStack(project, stack), overrides);
}

/** `path: message` of each fault. */
function faults(make: () => unknown): string[] {
  try {
    make();
  } catch (error) {
    if (error instanceof InvalidProgramError) return error.findings.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
}

const project = (rest = "") => ({ "Pulumi.yaml": `name: sonar\nruntime: nodejs\n${rest}` });

describe("Pulumi.yaml", () => {
  it("must be there, in a folder that is", () => {
    expect(faults(() => readProject(join(folder, "nowhere")))[0]).toContain("There is no folder");
    expect(faults(() => config({ "index.ts": "" }))[0]).toContain("has no Pulumi.yaml");
  });

  it("must name the project and Node.js, and all faults are told at once", () => {
    const found = faults(() => config({ "Pulumi.yaml": "runtime: yaml\nmain: 3\n" }));
    expect(found.map((text) => text.split(":")[0])).toEqual(["name", "runtime", "main"]);
    expect(found[1]).toContain('"yaml"');
  });

  it("must be YAML, and the place of the fault is told", () => {
    expect(faults(() => config({ "Pulumi.yaml": "name: [a\nruntime: nodejs" }))[0]).toMatch(/line \d+/);
  });

  it("takes the old form of a key and of the stacks' folder", () => {
    expect(config(project("config: { 'sonar:config:a': 1 }\n")).values).toEqual({ "sonar:a": "1" });
    expect(config(project("config: .\n"), ["a=1"]).values).toEqual({ "sonar:a": "1" });
  });
});

describe("declared configuration", () => {
  it("has defaults, in every form that Pulumi knows", () => {
    const text =
      "config:\n  short: 3\n  list: [a, b]\n  typed: { type: integer, default: 0 }\n  sonar:own: { value: { a: 1 } }\n  aws:region: eu-west-1\n  kubernetes:context: { value: kind }\n";
    expect(config(project(text)).values).toEqual({
      "sonar:short": "3",
      "sonar:list": '["a","b"]',
      "sonar:typed": "0",
      "sonar:own": '{"a":1}',
      "aws:region": "eu-west-1",
      "kubernetes:context": "kind",
    });
  });

  it("that is missing or of the wrong type is told, all at once", () => {
    const text =
      "config:\n  a: { type: string }\n  b: { type: integer }\n  c: { type: boolean }\n  d: { type: array, items: { type: integer } }\n  e: { type: object }\n";
    const stack = "config: { sonar:b: three, sonar:c: maybe, sonar:d: [1, x], sonar:e: text }\n";
    const found = faults(() => config({ ...project(text), "Pulumi.dev.yaml": stack }));
    expect(found[0]).toMatch(/^sonar:a: Pulumi.yaml requires a value.*--config sonar:a=/);
    expect(found.slice(1)).toEqual([
      "sonar:b: Must be of type integer.",
      "sonar:c: Must be of type boolean.",
      "sonar:d: Must be of type array<integer>.",
      "sonar:e: Must be of type object.",
    ]);
  });

  it("takes numbers and booleans as the text that Pulumi makes of them", () => {
    const text = "config: { a: { type: string }, b: { type: integer }, c: { type: boolean } }\n";
    const stack = 'config: { sonar:a: 3, sonar:b: "4", sonar:c: true }\n';
    expect(config({ ...project(text), "Pulumi.dev.yaml": stack }).values).toEqual({
      "sonar:a": "3",
      "sonar:b": "4",
      "sonar:c": "true",
    });
  });

  it("has Pulumi's own rules", () => {
    const text =
      "config:\n  a: { type: float }\n  b: { type: array }\n  c: { source: x }\n  d: { default: 1, value: 2 }\n  aws:region: { default: x }\n  e: { type: integer, default: x }\n";
    const paths = faults(() => config(project(text))).map((one) => one.slice(0, one.indexOf(": ")));
    expect(paths).toEqual([
      "config.a.type",
      "config.b.items",
      "config.c",
      "config.d",
      "config.aws:region",
      "config.aws:region",
      "config.e",
    ]);
  });
});

describe("the stack", () => {
  const stacks = {
    ...project(),
    "Pulumi.dev.yaml": "config: { sonar:a: dev }",
    "Pulumi.prod.yaml": "config: { sonar:a: prod }",
  };

  it("is dev unless another is named", () => {
    expect(config(stacks).values).toEqual({ "sonar:a": "dev" });
    expect(config(stacks, [], "acme/shop/prod").values).toEqual({ "sonar:a": "prod" });
  });

  it("is the only one where there is one", () => {
    expect(config({ ...project(), "Pulumi.test.yaml": "config: { a: only }" }).values).toEqual({ "sonar:a": "only" });
  });

  it("must be named where the choice is open, and be one of the project's", () => {
    const { "Pulumi.dev.yaml": _, ...open } = { ...stacks, "Pulumi.test.yaml": "" };
    expect(faults(() => config(open))[0]).toMatch(/prod, test.*--stack prod/);
    expect(faults(() => config(stacks, [], "prd"))[0]).toMatch(
      /no Pulumi.prd.yaml. Did you mean "prod"\? The project has dev, prod/,
    );
  });

  it("gives placeholders for what is encrypted, marked secret", () => {
    const stack =
      "config:\n  sonar:token: { secure: v1:AAAA }\n  sonar:db: { user: me, password: { secure: v1:BBBB } }\n";
    const { values, secretKeys, secrets, warnings } = config({ ...project(), "Pulumi.dev.yaml": stack });
    expect(values).toEqual({
      "sonar:token": "preview-secret-sonar-token",
      "sonar:db": '{"user":"me","password":"preview-secret-sonar-db-password"}',
    });
    expect(secretKeys).toEqual(["sonar:token", "sonar:db"]);
    expect(secrets).toEqual(["preview-secret-sonar-token", "preview-secret-sonar-db-password"]);
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining("sonar:token, sonar:db")]);
  });

  it("may not hold in clear what the project declares secret", () => {
    const text = "config: { token: { type: string, secret: true } }\n";
    expect(faults(() => config({ ...project(text), "Pulumi.dev.yaml": "config: { sonar:token: clear }" }))).toEqual([
      expect.stringMatching(/^sonar:token: Pulumi.yaml declares it secret.*--secret sonar:token/),
    ]);
    expect(config(project(text), ["token=from-the-command-line"])).toMatchObject({
      secretKeys: ["sonar:token"],
      secrets: ["from-the-command-line"],
    });
  });

  it("that imports environments cannot be read whole", () => {
    const { warnings } = config({ ...project(), "Pulumi.dev.yaml": "environment: [base]\n" });
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining("environments")]);
  });
});

describe("--config", () => {
  const text =
    "config:\n  model: { type: object, default: { source: org/model, maxLength: 32768 } }\n  replicas: { type: integer, default: 3 }\n  clients: { default: [web] }\n";
  const set = (...overrides: string[]) => config(project(text), overrides).values;

  it("sets a value, with or without the project's name", () => {
    expect(set("replicas=4")["sonar:replicas"]).toBe("4");
    expect(set("sonar:replicas=5", "sonar:replicas=6")["sonar:replicas"]).toBe("6");
    expect(set("aws:region=eu-west-1")["aws:region"]).toBe("eu-west-1");
  });

  it("takes JSON, and an equals sign in the value", () => {
    expect(set('model={"source":"a/b"}')["sonar:model"]).toBe('{"source":"a/b"}');
    expect(set("sonar:note=a=b")["sonar:note"]).toBe("a=b");
  });

  it("sets a place inside a value and keeps the rest", () => {
    expect(set("sonar:model.maxLength=1024")["sonar:model"]).toBe('{"source":"org/model","maxLength":1024}');
    expect(set("clients[1]=batch", 'model.tags["a.b"]=true')).toMatchObject({
      "sonar:clients": '["web","batch"]',
      "sonar:model": '{"source":"org/model","maxLength":32768,"tags":{"a.b":true}}',
    });
  });

  it("is checked like the stack's values", () => {
    expect(faults(() => set("replicas=many", "model=text"))).toEqual([
      "sonar:model: Must be of type object.",
      "sonar:replicas: Must be of type integer.",
    ]);
    expect(faults(() => set("replicas"))[0]).toContain("key=value");
    expect(faults(() => set("model={source"))[0]).toContain("--config model");
  });

  it("says when a key looks like a slip of the pen, and warns of others that are not declared", () => {
    expect(faults(() => set("replica=4"))).toEqual([
      'sonar:replica: Pulumi.yaml declares no such value. Did you mean "replicas"?',
    ]);
    expect(config(project(text), ["extra=1"]).warnings).toMatchObject([{ path: "sonar:extra" }]);
  });
});
