import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { finding } from "../recorder/finding";
import { type Declaration, readDeclarations } from "./declarations";
import { Faults, InvalidProgramError } from "./problems";
import { isMap, readYamlMap } from "./yaml";

/** What Pulumi.yaml says. */
export interface Project {
  /** Folder of Pulumi.yaml. */
  root: string;
  name: string;
  /** Program file or folder, relative to the root. @default the root */
  main: string;
  /** Folder of the stacks' files. */
  stackFolder: string;
  /** Declared configuration, by full key: `sonar:replicas`. */
  declarations: Map<string, Declaration>;
}

/** Reads the Pulumi project in a folder. Throws InvalidProgramError with everything that is wrong with it. */
export function readProject(folder: string): Project {
  const root = resolve(folder);
  if (!existsSync(root) || !statSync(root).isDirectory()) {
    throw new InvalidProgramError([
      finding(null, `There is no folder ${folder}. Name the folder of a Pulumi project.`),
    ]);
  }
  const file = ["Pulumi.yaml", "Pulumi.yml"].find((name) => existsSync(join(root, name)));
  if (file === undefined) {
    const message = `The folder ${folder} has no Pulumi.yaml. Name the folder of a Pulumi project.`;
    throw new InvalidProgramError([finding(null, message)]);
  }
  const content = readYamlMap(join(root, file));
  const faults = new Faults(file);
  const { name, main, config } = content;
  if (typeof name !== "string" || name === "") faults.add("name", "A project needs a name.");
  checkRuntime(content.runtime, faults);
  if (main !== undefined && main !== null && typeof main !== "string")
    faults.add("main", "Must be a file or a folder.");
  const declarations = readDeclarations(typeof name === "string" ? name : "", config, faults);
  faults.throwIfAny();
  // the old form: config is the folder itself
  const stackFolder = content.stackConfigDir ?? (typeof config === "string" ? config : "");
  return {
    root,
    name: String(name),
    main: typeof main === "string" ? main : "",
    stackFolder: join(root, String(stackFolder)),
    declarations,
  };
}

function checkRuntime(runtime: unknown, faults: Faults): void {
  const name = isMap(runtime) ? runtime.name : runtime;
  if (name === "nodejs") return;
  const found = name === undefined ? "It is missing" : `It is ${JSON.stringify(name)}`;
  faults.add("runtime", `A preview runs Node.js programs only. ${found}; use \`pulumi preview\` for other languages.`);
}
