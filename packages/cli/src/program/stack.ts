import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { finding } from "../recorder/finding";
import { didYouMean } from "../text/nearest";
import { fullKey } from "./declarations";
import { Faults, InvalidProgramError } from "./problems";
import type { Project } from "./project";
import { isMap, readYamlMap, type YamlMap } from "./yaml";

/** Stack that is taken where none is named and several exist. */
const DEFAULT_STACK = "dev";

/** A stack and what its file says. */
export interface Stack {
  name: string;
  /** @default "organization", as without a Pulumi account */
  organization: string;
  /** Values by full key; a secret is `{ secure: … }`. */
  values: Map<string, unknown>;
  /** The file imports environments, which a preview cannot read. */
  environments: boolean;
}

/**
 * The named stack, else `dev`, else the only one. A project without stack files has any stack.
 * Throws InvalidProgramError where the choice is open or the file is invalid.
 */
export function readStack(project: Project, named: string | undefined): Stack {
  const parts = (named ?? "").split("/");
  const wanted = parts.at(-1) || undefined;
  const organization = parts.length > 1 ? (parts[0] ?? "organization") : "organization";
  const known = stackNames(project.stackFolder);
  const name = chooseStack(known, wanted);
  const file = ["yaml", "yml"]
    .map((end) => join(project.stackFolder, `Pulumi.${name}.${end}`))
    .find((one) => existsSync(one));
  const content = file === undefined ? {} : readYamlMap(file);
  return {
    name,
    organization,
    values: readValues(project, name, content),
    environments: content.environment !== undefined,
  };
}

function stackNames(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((file) => /^Pulumi\.(.+)\.ya?ml$/.exec(file)?.[1] ?? [])
    .sort();
}

function chooseStack(known: string[], wanted: string | undefined): string {
  if (known.length === 0) return wanted ?? DEFAULT_STACK;
  if (wanted !== undefined) {
    if (known.includes(wanted)) return wanted;
    const message = `There is no Pulumi.${wanted}.yaml. ${didYouMean(wanted, known)} The project has ${list(known)}.`;
    throw new InvalidProgramError([finding(null, message.replace("  ", " "))]);
  }
  if (known.includes(DEFAULT_STACK)) return DEFAULT_STACK;
  const [only, ...others] = known;
  if (only !== undefined && others.length === 0) return only;
  throw new InvalidProgramError([
    finding(null, `The project has the stacks ${list(known)}. Choose one: --stack ${known[0]}.`),
  ]);
}

function readValues(project: Project, name: string, content: YamlMap): Map<string, unknown> {
  const { config } = content;
  const faults = new Faults(`Pulumi.${name}.yaml`);
  if (config !== undefined && config !== null && !isMap(config))
    faults.add("config", "Must be a map of keys to values.");
  faults.throwIfAny();
  const entries = isMap(config) ? Object.entries(config) : [];
  return new Map(entries.map(([key, value]) => [fullKey(project.name, key), value]));
}

function list(names: string[]): string {
  return names.join(", ");
}
