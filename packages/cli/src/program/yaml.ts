import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseDocument } from "yaml";
import { Faults } from "./problems";

/** A map in a YAML file. */
export type YamlMap = Record<string, unknown>;

/** Whether a value is a map. */
export function isMap(value: unknown): value is YamlMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads a YAML file that holds a map; an empty file is an empty map. Throws InvalidProgramError with the place of each fault. */
export function readYamlMap(path: string): YamlMap {
  const faults = new Faults(basename(path));
  const document = parseDocument(readFileSync(path, "utf8"), { prettyErrors: true });
  for (const error of document.errors) faults.add("", error.message.split("\n")[0]?.replace(/:$/, "") ?? error.message);
  faults.throwIfAny();
  const content: unknown = document.toJS() ?? {};
  if (!isMap(content)) faults.add("", "The file must be a map of keys to values.");
  faults.throwIfAny();
  return isMap(content) ? content : {};
}
