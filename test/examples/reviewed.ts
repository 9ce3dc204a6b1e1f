import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { groupScripts } from "../../packages/pulumi/src/engine/group/scripts";

/** Stands in reviewed manifests for the router's program, which is reviewed as its sources. */
export const programPlaceholder = "(built from packages/router)";

const program = ["data", "router.cjs"];

/** Stands for a script of an engine's ranks, which is reviewed where it is; one that is not the same is shown. */
export const scriptPlaceholder = "(as in packages/pulumi/scripts/group)";

/** A manifest as it is reviewed: whole, but for the router's program and the scripts of ranks. */
export function reviewed(yaml: string): string {
  const document = parseDocument(yaml);
  const scripts = Object.entries(groupScripts()).filter(([name, text]) => document.getIn(["data", name]) === text);
  if (scripts.length === 0 && !document.hasIn(program)) return yaml;
  for (const [name] of scripts) document.setIn(["data", name], scriptPlaceholder);
  if (document.hasIn(program)) document.setIn(program, programPlaceholder);
  return String(document);
}

/** The manifests of a folder as they are reviewed, by file. */
export const reviewedFolder = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith(".yaml"))
      .map((file) => [file, reviewed(readFileSync(join(folder, file), "utf8"))]),
  );
