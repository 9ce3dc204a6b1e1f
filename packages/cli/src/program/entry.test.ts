import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Finding } from "../recorder";
import { findEntry } from "./entry";
import { readProject } from "./project";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sonar-entry-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function entry(files: string[], { main = "", pkg = {} }: { main?: string; pkg?: object } = {}) {
  const root = mkdtempSync(join(folder, "p-"));
  writeFileSync(join(root, "Pulumi.yaml"), `name: a\nruntime: nodejs\n${main === "" ? "" : `main: ${main}\n`}`);
  writeFileSync(join(root, "package.json"), JSON.stringify(pkg));
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
  const warnings: Finding[] = [];
  const found = findEntry(readProject(root), warnings);
  return {
    ...found,
    file: relative(root, found.file),
    folder: relative(root, found.folder),
    warnings: warnings.map(({ message }) => message),
  };
}

describe("the program's file", () => {
  it("is index.ts or index.js in the project", () => {
    expect(entry(["index.ts"])).toMatchObject({
      file: "index.ts",
      folder: "",
      esm: false,
      typescript: true,
      warnings: [],
    });
    expect(entry(["index.js"])).toMatchObject({ file: "index.js", typescript: false });
  });

  it("is index.js of both, as in Pulumi, with a warning", () => {
    const { file, warnings } = entry(["index.ts", "index.js"]);
    expect(file).toBe("index.js");
    expect(warnings).toEqual([expect.stringContaining("index.ts")]);
  });

  it("is what Pulumi.yaml names: a file, or a folder", () => {
    expect(entry(["src/program.ts"], { main: "src/program.ts" })).toMatchObject({
      file: "src/program.ts",
      folder: "src",
    });
    expect(entry(["src/index.ts"], { main: "src/" })).toMatchObject({ file: "src/index.ts", folder: "src" });
    expect(() => entry([], { main: "nowhere.ts" })).toThrow("nowhere.ts, which does not exist");
  });

  it("is what package.json names, unless that does not exist", () => {
    expect(entry(["bin/a.js"], { pkg: { main: "bin/a" } }).file).toBe("bin/a.js");
    expect(
      entry(["bin/a.js", "b.js"], { pkg: { main: "b.js", exports: { ".": { default: "./bin/a.js" } } } }).file,
    ).toBe("bin/a.js");
    const unbuilt = entry(["index.ts"], { pkg: { main: "dist/index.js" } });
    expect(unbuilt.file).toBe("index.ts");
    expect(unbuilt.warnings).toEqual([expect.stringContaining("dist/index.js")]);
  });

  it("is an ES module by its ending or the package's type", () => {
    expect(entry(["index.ts"], { pkg: { type: "module" } }).esm).toBe(true);
    expect(entry(["a.mts"], { main: "a.mts" })).toMatchObject({ esm: true, typescript: true });
    expect(entry(["a.cjs"], { main: "a.cjs", pkg: { type: "module" } }).esm).toBe(false);
  });

  it("must be there", () => expect(() => entry([])).toThrow("no index.ts or index.js"));
});
