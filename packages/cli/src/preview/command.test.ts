import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { fixture, type Ran, SPAWN, sonar } from "../../test-fixtures/sonar";
import type { Report } from "./report";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sonar-preview-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const broken = (name: string, ...args: string[]) =>
  sonar("preview", fixture("broken"), "--config", `case=${name}`, ...args);
const stack = /^\s+at /m;

describe("a program with a service", () => {
  let human: Ran;
  let json: Ran;
  let report: Report;
  const out = () => join(folder, "manifests");
  beforeAll(async () => {
    human = await sonar("preview", fixture("service"));
    json = await sonar("preview", fixture("service"), "--json", "--out", out());
    report = JSON.parse(json.stdout);
  }, SPAWN.timeout);

  it("is shown as a tree, with its outputs, and nothing else on stdout", () => {
    expect(human.status).toBe(0);
    expect(human.stdout).toMatch(
      /^qwen3 {2}ReplicatedService .*3 engines × 2 GPUs = 6 GPUs on 2 × g6.12xlarge {3}9.20 USD\/h\n├─ serve {4}StatefulSet {2}3 pods/,
    );
    expect(human.stdout).toContain("  url      http://qwen3-http.llm.svc\n");
    expect(human.stdout).toMatch(/8 resources to create: .*1 StatefulSet\. 0 policy findings\.\n$/);
    expect(human.stdout).not.toContain("\u001b");
  });

  it("shows no secret in any mode, and no stand-in of one", () => {
    const files = readdirSync(out()).map((file) => readFileSync(join(out(), file), "utf8"));
    const everything = [human.stdout, human.stderr, json.stdout, json.stderr, ...files].join("\n");
    expect(everything).not.toContain("topsecret");
    expect(everything).not.toContain("preview-secret");
    // the password's stand-in is 40 letters and digits
    expect(everything).not.toMatch(/(?<![\w/.-])[A-Za-z0-9]{40}(?![\w/.-])/);
    expect(human.stderr).toBe("the program prints [secret]\n");
    expect(human.stdout).toContain('nested   {"header":"[secret]","names":["qwen3-keys"]}');
  });

  it("as JSON has resources, topology, totals and outputs", () => {
    const parents = new Set(report.resources.map(({ parent }) => parent));
    expect(report.resources.map(({ type, name }) => `${type} ${name}`)).toEqual([
      "kubernetes:core/v1:Namespace llm",
      "sonar:index:ReplicatedService qwen3",
      "random:index/randomPassword:RandomPassword qwen3-keys-web",
      "kubernetes:core/v1:Secret qwen3-keys",
      "kubernetes:core/v1:ConfigMap qwen3-settings",
      "kubernetes:apps/v1:StatefulSet qwen3-serve",
      "kubernetes:apps/v1:Deployment qwen3-gateway",
      "kubernetes:core/v1:Service qwen3-http",
    ]);
    expect(parents).toEqual(new Set([null, "urn:pulumi:dev::service::sonar:index:ReplicatedService::qwen3"]));
    expect(report.topology.qwen3?.totals.gpus).toBe(6);
    expect(report.totals).toEqual({ resources: 8, pods: 5, gpus: 6, nodes: 2, usdPerHour: 9.2 });
    expect(report.outputs).toMatchObject({
      apiKey: "[secret]",
      address: "[unknown]",
      url: "http://qwen3-http.llm.svc",
    });
    expect(report.errors).toEqual([]);
  });

  it("has the component's transforms in it", () => {
    const service = report.resources.find(({ name }) => name === "qwen3-http");
    expect(service?.inputs.spec).toMatchObject({ sessionAffinity: "ClientIP", ports: [{ port: 80 }] });
  });

  it("is written as manifests that say the same", () => {
    const files = readdirSync(out()).sort();
    expect(files).toEqual([
      "1-namespace-llm.yaml",
      "2-secret-qwen3-keys.yaml",
      "3-configmap-qwen3-settings.yaml",
      "4-service-qwen3-http.yaml",
      "5-deployment-qwen3-gateway.yaml",
      "6-statefulset-qwen3-serve.yaml",
    ]);
    const objects = files.map((file) => parse(readFileSync(join(out(), file), "utf8")));
    expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? "-"} ${metadata.name}`)).toEqual([
      "Namespace - llm",
      "Secret llm qwen3-keys",
      "ConfigMap llm qwen3-settings",
      "Service llm qwen3-http",
      "Deployment llm qwen3-edge",
      "StatefulSet llm qwen3-serve",
    ]);
    expect(objects[1].stringData).toEqual({ header: "REPLACE_ME", web: "REPLACE_ME" });
    expect(objects[2].data).toEqual({ on: "yes", mode: "0777", token: "REPLACE_ME" });
    expect(objects[5].spec).toEqual({ ...(report.resources[5]?.inputs.spec as object), template: expect.anything() });
  });
});

describe("other programs", () => {
  it("may be ES modules with a default function", SPAWN, async () => {
    const { status, stdout } = await sonar("preview", fixture("esm"));
    expect([status, stdout]).toEqual([
      0,
      "Outputs\n  name  made-by-esm\n\n1 resource to create: 1 ConfigMap. No Sonar service among them. 0 policy findings.\n",
    ]);
  });

  it("get their stack's configuration, and what the command line sets", SPAWN, async () => {
    const { stdout } = await sonar(
      "preview",
      fixture("configured"),
      "--json",
      "--stack",
      "prod",
      "--config",
      "sonar:model.maxLength=1024",
      "--config",
      "clients=[a, b]",
    );
    expect((JSON.parse(stdout) as Report).outputs).toEqual({
      stack: "prod",
      folder: "src",
      replicas: 6,
      model: { source: "org/model", maxLength: 1024 },
      clients: ["a", "b"],
      debug: false,
      region: "us-east-1",
      context: "kind",
      token: "[secret]",
    });
  });

  it("may make resources late", SPAWN, async () => {
    expect((await broken("late")).stdout).toContain("1 resource to create: 1 ConfigMap.");
  });

  it("may be large: the JSON arrives whole through a pipe", SPAWN, async () => {
    const { status, stdout } = await broken("large", "--json");
    expect(status).toBe(0);
    expect(stdout.length).toBeGreaterThan(1024 * 1024);
    expect((JSON.parse(stdout) as Report).resources).toHaveLength(300);
  });
});

describe("a program that cannot be deployed", () => {
  it("has its problems listed, without a stack", SPAWN, async () => {
    const { status, stdout, stderr } = await broken("invalid");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      'ReplicatedService "qwen3" cannot be planned:\n' +
        "  parallelism.tensor  8 GPUs per engine, but a g6.2xlarge node has 1. Use tensor: 1.\n" +
        "  replicas            At least one.\n",
    );
  });

  it("as JSON has its problems among the errors", SPAWN, async () => {
    const { status, stdout } = await broken("invalid", "--json");
    const report: Report = JSON.parse(stdout);
    expect(status).toBe(1);
    expect(report.errors).toEqual([
      {
        component: 'ReplicatedService "qwen3"',
        path: "parallelism.tensor",
        value: 8,
        message: "8 GPUs per engine, but a g6.2xlarge node has 1. Use tensor: 1.",
      },
      { component: 'ReplicatedService "qwen3"', path: "replicas", value: 0, message: "At least one." },
    ]);
    expect(report.totals).toEqual({ resources: 0, pods: 0, gpus: 0, nodes: 0, usdPerHour: null });
  });

  const cases: [name: string, message: RegExp][] = [
    ["throws", /^error: index\.ts:\d+ {2}no route to \[secret\]/],
    ["rejects", /^error: (index\.ts:\d+ {2})?.*the lookup failed/],
    ["duplicate", /^ReplicatedService "same" cannot be created:\n {2}index\.ts:\d+ {2}The program makes two resources/],
    ["transform", /^ConfigMap "bent" cannot be created:\n.*labels are missing/],
    ["invoke", /no answer for invoke aws:index\/getRegion:getRegion/],
    [
      "hangs",
      /ended before everything was settled.*ConfigMap "stuck" waits for input data; ConfigMap "behind" waits for input data/,
    ],
    ["output", /stack outputs never settle: waiting\./],
    ["asks", /call that the program makes to a provider never ends/],
    ["exits", /calls process\.exit\(0\)/],
    ["logs", /^error: the quota is used up\n$/],
  ];
  it.each(cases)("is told so: %s", SPAWN, async (name, message) => {
    const { status, stdout, stderr } = await broken(name);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(stack);
    expect(stderr).not.toContain("topsecret");
    expect([status, stdout]).toEqual([1, ""]);
  });

  it("is ended when it never comes to an end", SPAWN, async () => {
    const { status, stderr } = await broken("busy", "--timeout", "1");
    expect(status).toBe(1);
    expect(stderr).toMatch(/did not end within 1 s \(still open: .*Timeout.*\).*something keeps it running/);
  });

  it("has faults of its configuration told before it runs", SPAWN, async () => {
    const { status, stderr } = await sonar(
      "preview",
      fixture("configured"),
      "--config",
      "replicas=many",
      "--config",
      "replica=1",
    );
    expect(status).toBe(1);
    expect(stderr).toBe(
      "Configuration of stack dev cannot be used:\n" +
        '  sonar:replica   Pulumi.yaml declares no such value. Did you mean "replicas"?\n' +
        "  sonar:replicas  Must be of type integer.\n",
    );
  });

  it("is not written over other people's files", SPAWN, async () => {
    const foreign = join(folder, "foreign");
    mkdirSync(foreign);
    writeFileSync(join(foreign, "values.yaml"), "mine: true\n");
    const { status, stderr } = await sonar("preview", fixture("esm"), "--out", foreign);
    expect(status).toBe(1);
    expect(stderr).toMatch(/--out .*values\.yaml.*Nothing was written/);
    expect(readdirSync(foreign)).toEqual(["values.yaml"]);
  });
});
