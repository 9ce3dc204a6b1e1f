import type { GivenVariables } from "../kubernetes";
import type { Fields } from "../view";
import type { Word } from "./word";

/** What a variable of a container is: its text, the place of a value that comes later, or undefined where nothing here says it. */
export type Lookup = (name: string) => string | Fields | undefined;

/** Kubernetes' own references, in commands, arguments and values of variables; two dollars are one. */
const kubernetes = /\$\$|\$\(([A-Za-z_][\w.-]*)\)/g;
/** A shell's: variables, and what commands print. */
const shell = /\$(?:(\w+|[@*#?!])|\{(\w+)\}|\{[^}]*\}|\([^)]*\))|`[^`]*`/g;
const whole = new RegExp(`^(?:${kubernetes.source}|${shell.source})$`);

/** Whether a text is nothing but one reference. */
export const isReference = (text: string): boolean => text !== "$$" && whole.test(text);

/** Whether a text has a reference in it, as it stands: of a word that was read, one that neither Kubernetes nor a shell fills in. */
export const hasReference = (text: string): boolean => text.search(shell) !== -1;

/** The first reference of a text, for a message that repeats nothing beside it. */
export const referenceIn = (text: string): string => text.match(shell)?.[0] ?? text;

/** Plain values of a container's variables. The last of a name counts, as in Kubernetes. */
export function lookupIn(container: Fields, given: GivenVariables = {}): Lookup {
  const find = (name: string, above: readonly string[]): string | Fields | undefined => {
    const env = container.at("env");
    if (!env.known || above.includes(name)) return undefined;
    const found = env
      .items()
      .filter((one) => one.known && one.at("name").known && one.at("name").text() === name)
      .at(-1);
    if (found === undefined) return given[name];
    const value = found.at("value");
    if (!value.known) return value;
    const text = value.text();
    const resolved = text === undefined ? undefined : replace(text, kubernetes, (one) => find(one, [...above, name]));
    return resolved?.text ?? resolved?.later;
  };
  return (name) => find(name, []);
}

/** A word of a container's command or arguments, as the process gets it. */
export function expanded(text: string, at: Fields, lookup: Lookup): Word {
  return wordOf(text, at, replace(text, kubernetes, lookup));
}

/** The same for a whole script, of which some references may stay. */
export function expandedScript(text: string, lookup: Lookup): string {
  return replace(text, kubernetes, lookup).rest;
}

/** A word of a shell's script. What the script sets itself is not followed. */
export function spoken(text: string, at: Fields, lookup: Lookup, script: string): Word {
  const own = (name: string) =>
    new RegExp(`(^|[\\s;&|(])(export\\s+)?${name}=|\\b(read|for)\\s+${name}\\b`).test(script);
  return wordOf(
    text,
    at,
    replace(text, shell, (name) => (own(name) ? undefined : lookup(name))),
  );
}

interface Replaced {
  /** Absent where something is missing. */
  text?: string;
  /** With the references that are not resolved. */
  rest: string;
  /** The place of a value that comes later. */
  later?: Fields;
}

function replace(text: string, references: RegExp, lookup: Lookup): Replaced {
  let missing = false;
  let later: Fields | undefined;
  const rest = text.replace(references, (reference: string, ...names: unknown[]) => {
    if (reference === "$$") return "$";
    const name = names.slice(0, 2).find((one) => typeof one === "string") as string | undefined;
    const value = name === undefined || !/^[A-Za-z_]/.test(name) ? undefined : lookup(name);
    if (typeof value === "string") return value;
    missing = true;
    later ??= value;
    return reference;
  });
  return missing ? { rest, later } : { text: rest, rest };
}

function wordOf(written: string, at: Fields, { text, rest, later }: Replaced): Word {
  if (text !== undefined) return { text, at };
  return { at: later ?? at, written: rest === written ? written : rest };
}
