import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type Finding, finding } from "../recorder/finding";
import { InvalidProgramError } from "./problems";
import type { Project } from "./project";
import { isMap, type YamlMap } from "./yaml";

/** The file that starts a program. */
export interface Entry {
  file: string;
  /** Working directory of the program. */
  folder: string;
  /** Loaded by `import`, not `require`. */
  esm: boolean;
  typescript: boolean;
}

/**
 * Finds the file that Pulumi would run: `main` of Pulumi.yaml; else `exports` or `main` of package.json; else index.js or index.ts.
 * Throws InvalidProgramError where there is none.
 */
export function findEntry(project: Project, warnings: Finding[]): Entry {
  const target = resolve(project.root, project.main);
  if (!existsSync(target)) throw invalid(`Pulumi.yaml names main: ${project.main}, which does not exist.`);
  const isFile = statSync(target).isFile();
  const folder = isFile ? dirname(target) : target;
  const { path: packageFolder, content } = packageOf(folder);
  const file = isFile
    ? target
    : (fromPackage(packageFolder, content, warnings) ?? index(folder, content.type === "module", warnings));
  const ending = file.slice(file.lastIndexOf("."));
  const esm = [".mjs", ".mts"].includes(ending) || (content.type === "module" && ![".cjs", ".cts"].includes(ending));
  return { file, folder, esm, typescript: /^\.[cm]?tsx?$/.test(ending) };
}

/** The nearest package.json, as Pulumi looks for it: in the folder and above. */
function packageOf(folder: string): { path: string; content: YamlMap } {
  for (let path = folder; ; path = dirname(path)) {
    const file = join(path, "package.json");
    if (existsSync(file)) {
      const content: unknown = JSON.parse(readFileSync(file, "utf8"));
      return { path, content: isMap(content) ? content : {} };
    }
    if (dirname(path) === path) return { path: folder, content: {} };
  }
}

function fromPackage(folder: string, content: YamlMap, warnings: Finding[]): string | undefined {
  const root = isMap(content.exports) ? content.exports["."] : content.exports;
  const conditions = isMap(root) ? (root.default ?? root.require ?? root.import) : root;
  const named = content.exports === undefined ? content.main : conditions;
  if (typeof named !== "string") return undefined;
  const file = existingFile(join(folder, named));
  if (file === undefined)
    warnings.push(finding(null, `package.json names ${named}, which does not exist; index is used instead.`));
  return file;
}

function index(folder: string, esm: boolean, warnings: Finding[]): string {
  const endings = esm ? ["js", "mjs", "ts", "mts"] : ["js", "ts", "cjs", "cts"];
  const found = endings.map((ending) => join(folder, `index.${ending}`)).filter((file) => existsSync(file));
  const [first, second] = found;
  if (first === undefined)
    throw invalid(`The folder ${folder} has no index.ts or index.js, and Pulumi.yaml names no main.`);
  if (second !== undefined) {
    warnings.push(finding(null, `${basename(first)} is run, as Pulumi does; ${basename(second)} beside it is not.`));
  }
  return first;
}

function existingFile(path: string): string | undefined {
  const tries = [path, `${path}.js`, `${path}.ts`, join(path, "index.js"), join(path, "index.ts")];
  return tries.find((file) => existsSync(file) && statSync(file).isFile());
}

function invalid(message: string): InvalidProgramError {
  return new InvalidProgramError([finding(null, message)]);
}
