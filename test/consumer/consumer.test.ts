import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = resolve(__dirname, "../..");
const packages = ["topology", "router", "pulumi", "policy", "cli"];

/** The packages as npm would publish them, in a project of their own; what they depend on is found in the folders above. */
describe("the published packages", () => {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const home = mkdtempSync(join(root, ".cache", "consumer-"));
  const scope = join(home, "node_modules/@sonar-iac");
  beforeAll(() => {
    // what is packed is what was just built, not an older build
    execFileSync("npm", ["run", "build"], { cwd: root });
    for (const name of packages) {
      const [{ filename }] = JSON.parse(
        execFileSync(
          "npm",
          ["pack", "--json", "--ignore-scripts", "--pack-destination", home, "-w", `packages/${name}`],
          { cwd: root, encoding: "utf8" },
        ),
      );
      const folder = join(scope, name);
      mkdirSync(folder, { recursive: true });
      execFileSync("tar", ["-xzf", join(home, filename), "-C", folder, "--strip-components=1"]);
    }
    writeFileSync(join(home, "package.json"), '{ "private": true }');
  }, 300_000);
  afterAll(() => rmSync(home, { recursive: true }));

  const node = (file: string, text: string) => {
    writeFileSync(join(home, file), text);
    return spawnSync(process.execPath, [file], { cwd: home, encoding: "utf8" });
  };
  const use =
    "typeof sonar.ReplicatedService, typeof sonar.kubernetes({ nodes: {} }).nodes, typeof topology.planReplicatedService";

  it("hold no sources, no tests and no fixtures", () => {
    for (const name of packages) {
      const files = readdirSync(join(scope, name), { recursive: true }).map(String);
      expect(files.filter((file) => /\.test\.|(^|\/)src\/|fixtures/.test(file))).toEqual([]);
    }
  });

  it("hold what pods of several run, where the program reads it", () => {
    const { stdout, stderr } = node(
      "scripts.cjs",
      `const at = require("path").resolve("node_modules/@sonar-iac/pulumi/dist/engine/group/scripts.js");
       console.log(require(at).groupScripts()["supervisor.py"].length > 0)`,
    );
    expect([stdout, stderr]).toEqual(["true\n", ""]);
  });

  it("load from CommonJS", () => {
    const { stdout, stderr } = node(
      "a.cjs",
      `const sonar = require("@sonar-iac/pulumi"), topology = require("@sonar-iac/topology"); console.log(${use})`,
    );
    expect([stdout, stderr]).toEqual(["function object function\n", ""]);
  });

  it("hold a policy pack that serves its rules", () => {
    const { stdout, stderr } = node(
      "pack.cjs",
      `const { rules } = require("@sonar-iac/policy"), { policies } = require("@sonar-iac/policy/pulumi");
       console.log(policies.length === rules.length + 1, require("fs").existsSync("node_modules/@sonar-iac/policy/pack/PulumiPolicy.yaml"))`,
    );
    expect([stdout, stderr]).toEqual(["true true\n", ""]);
  });

  it("bring the router as one file", () => {
    const { stdout, stderr } = node(
      "router.cjs",
      `const { routerBundle } = require("@sonar-iac/router"); const { name, text, bytes } = routerBundle();
console.log(name, bytes === Buffer.byteLength(text), text.includes("sonar_router_"))`,
    );
    expect([stdout, stderr]).toEqual(["router.cjs true true\n", ""]);
  });

  it("load from an ES module", () => {
    const { stdout, stderr } = node(
      "a.mjs",
      `import * as sonar from "@sonar-iac/pulumi"; import * as topology from "@sonar-iac/topology"; console.log(${use})`,
    );
    expect([stdout, stderr]).toEqual(["function object function\n", ""]);
  });

  it("load @pulumi/aws for the AWS entry only", () => {
    const count = "Object.keys(require.cache).filter((file) => file.includes('@pulumi/aws')).length";
    const { stdout, stderr } = node(
      "aws.cjs",
      `require("@sonar-iac/pulumi"); require("@sonar-iac/pulumi/stack"); const before = ${count};
const { eks } = require("@sonar-iac/pulumi/aws"); console.log(before, typeof eks, ${count} > 0)`,
    );
    expect([stdout, stderr]).toEqual(["0 function true\n", ""]);
  });

  it("have types that a strict program compiles with", () => {
    writeFileSync(
      join(home, "typed.ts"),
      `import * as sonar from "@sonar-iac/pulumi";
export const make = (platform: sonar.Platform) => new sonar.ReplicatedService("a", { platform, image: "i", model: { source: "o/m" } }).url;
// @ts-expect-error replicas decide the structure, so they are plain
export const wrong = (args: sonar.ReplicatedServiceArgs) => ({ ...args, replicas: "3" }) satisfies sonar.ReplicatedServiceArgs;
`,
    );
    const options = [
      "--noEmit",
      "--strict",
      "--module",
      "nodenext",
      "--target",
      "es2022",
      "--types",
      "node",
      "--skipLibCheck",
      "--ignoreConfig",
    ];
    const { stdout, status } = spawnSync("npx", ["tsc", ...options, "typed.ts"], { cwd: home, encoding: "utf8" });
    expect([stdout, status]).toEqual(["", 0]);
  }, 60_000);

  /** The preview of a service, by the installed command. */
  function preview(service: string, args = "") {
    const folder = mkdtempSync(join(home, "program-"));
    writeFileSync(join(folder, "Pulumi.yaml"), "name: consumer\nruntime: nodejs\n");
    writeFileSync(
      join(folder, "index.ts"),
      `import * as sonar from "@sonar-iac/pulumi";
export const url = new sonar.${service}("chat", { platform: sonar.kubernetes({ nodes: {} }), image: "i", model: { source: "o/m" }, ${args} }).url;`,
    );
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [join(scope, "cli/bin/sonar.js"), "preview", folder, "--json"],
      { cwd: home, encoding: "utf8" },
    );
    expect([status, stderr]).toEqual([0, ""]);
    return JSON.parse(stdout);
  }

  it("preview a program with the installed command", () => {
    expect(preview("ReplicatedService").totals.gpus).toBe(1);
  }, 60_000);

  it("have the router's program in them", () => {
    const { resources } = preview("PDDisaggregation", "prefill: {}, decode: {}");
    const program = resources.find(({ name }: { name: string }) => name === "chat-router-program");
    const built = readFileSync(join(root, "packages/router/dist/router.cjs"), "utf8");
    expect(program.inputs.data).toEqual({ "router.cjs": built });
  }, 60_000);
});
