import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { type Finding, finding } from "../recorder/finding";
import type { Entry } from "./entry";

/** Runs a program's file and returns what it exports; an exported function is called, as Pulumi does. */
export async function loadProgram(entry: Entry, warnings: Finding[]): Promise<unknown> {
  if (entry.typescript) await registerTypeScript(entry.esm);
  const exported = entry.esm
    ? defaultOrNamed(await import(pathToFileURL(entry.file).href))
    : requireEntry(entry, warnings);
  return typeof exported === "function" ? exported() : exported;
}

function requireEntry(entry: Entry, warnings: Finding[]): unknown {
  const exported: unknown = createRequire(entry.file)(entry.file);
  if (
    typeof exported === "object" &&
    exported !== null &&
    "default" in exported &&
    typeof exported.default === "function"
  ) {
    const message =
      "The program has a default export that is a function. Pulumi calls it in ES modules only; write `export = …` here.";
    warnings.push(finding(null, message));
  }
  return exported;
}

/** Of an ES module, Pulumi takes the default export or the named ones, never both. */
function defaultOrNamed(namespace: object): unknown {
  if (!("default" in namespace)) return namespace;
  if (Object.keys(namespace).length > 1) {
    throw new Error("The program has a default export and named exports. Pulumi takes either; keep one kind.");
  }
  return namespace.default;
}

/** Makes Node load TypeScript, which it does already where this file itself is TypeScript. */
async function registerTypeScript(esm: boolean): Promise<void> {
  if (__filename.endsWith(".ts")) return;
  // imported, because the loader's CommonJS form does not find its own files
  if (esm) (await import("tsx/esm/api")).register();
  else (require("tsx/cjs/api") as typeof import("tsx/cjs/api")).register();
}
