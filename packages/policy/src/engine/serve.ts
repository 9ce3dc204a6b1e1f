import { expanded, expandedScript, type Lookup, spoken } from "./references";
import { commandAt, shellWords, withoutRedirections } from "./shell";
import type { Word } from "./word";

/** The words after `aphrodite serve`, or another way to start the server, in a container's command and arguments, plain or in a shell's script; undefined where it runs something else. */
export function serveWords(written: Word[], lookup: Lookup): Word[] | undefined {
  const words = argumentsOf(written, lookup);
  const [start] = starts(words.map(({ text }) => text));
  if (start !== undefined) return words.slice(start);
  for (const [index, { text, at }] of written.entries()) {
    const script = expandedScript(text ?? "", lookup);
    const say = (word: string) => spoken(word, at, lookup, script);
    const found = inScript(script, say, words.slice(index + 2));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Words as the process gets them. */
export function argumentsOf(written: Word[], lookup: Lookup): Word[] {
  return written.map((word) => (word.text === undefined ? word : expanded(word.text, word.at, lookup)));
}

/** The same in a script, which may hold another one; what comes after it and its name are its arguments. */
function inScript(script: string, say: (text: string) => Word, given: Word[]): Word[] | undefined {
  const texts = shellWords(script);
  // what comes first may only speak of it: echo aphrodite serve && exec aphrodite serve
  const start = starts(texts).at(-1);
  if (start !== undefined)
    return withoutRedirections(commandAt(texts, start - 1).slice(1)).flatMap((text) =>
      text === "$@" || text === "$*" ? given : [say(text)],
    );
  for (const [index, text] of texts.entries()) {
    if (text.length >= script.length || !/\s/.test(text)) continue;
    const found = inScript(text, say, texts.slice(index + 2).map(say));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where arguments of the server begin. `run` is another name of `serve`; the module starts the server by itself. */
function starts(texts: readonly (string | undefined)[]): number[] {
  return texts.flatMap((text, index) => {
    const next = texts[index + 1] ?? "";
    const isServer = isEngine(text)
      ? isVerb(next)
      : text === "-m" && next === "aphrodite.entrypoints.openai.api_server";
    return isServer ? [index + 2] : [];
  });
}

const isEngine = (text: string | undefined) => text !== undefined && /(^|\/)aphrodite$/.test(text);

/** Whether the engine's command starts a server. */
export const isVerb = (text: string | undefined) => text === "serve" || text === "run";
