import type { Fields } from "../view";
import { shellWords } from "./shell";

/** A variable that a container's command itself sets. */
export interface Assignment {
  name: string;
  /** Its first word. */
  value: string;
  at: Fields;
}

/** Variables that a container's command and arguments set: `NAME=value` before a program, after `export` or `env`, and in scripts. */
export function assignments(container: Fields): Assignment[] {
  return ["command", "args"].flatMap((field) => {
    const list = container.at(field);
    if (!list.known) return [];
    return list.items().flatMap((at) => (at.known ? inScript(at.text() ?? "", at) : []));
  });
}

function inScript(script: string, at: Fields): Assignment[] {
  return shellWords(script).flatMap((word) => {
    // a word with blanks was quoted: it is a script, or a value of which the first word is enough
    if (word.length < script.length && /\s/.test(word)) return inScript(word, at);
    const [, name, value] = /^([A-Za-z_]\w*)=(.+)$/.exec(word) ?? [];
    // what is taken from elsewhere stands there
    return name === undefined || value === undefined || value.startsWith("$") ? [] : [{ name, value, at }];
  });
}
