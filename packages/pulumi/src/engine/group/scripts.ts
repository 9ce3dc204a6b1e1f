import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the package keeps them: beside `src` and `dist`, at the same distance from both. */
export const groupFolder = join(__dirname, "../../../scripts/group");

/**
 * What each pod of an engine of several pods mounts, by file name: `supervisor.py` runs the engine of one rank, `preflight.py` looks at the
 * pod before that; the others are what they import. They need Python 3.10 and nothing else.
 */
export function groupScripts(): Record<string, string> {
  const names = readdirSync(groupFolder).filter((name) => name.endsWith(".py"));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(groupFolder, name), "utf8")]));
}
