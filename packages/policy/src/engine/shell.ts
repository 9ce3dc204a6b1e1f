/** Ends a command of a shell script. */
const ends = new Set([";", "&&", "||", "|", "&", "\n", ")"]);

/** Words of a shell script with its operators as words of their own; comments are left out, quotes and continued lines are undone, and what a command prints is one word. */
export function shellWords(script: string): string[] {
  const token =
    /(?<![^\s;|&()])#[^\n]*|\s*?(\n|&&|\|\||[;|&()]|(?:\$\([^()]*\)|`[^`]*`|\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|[^\s;|&()'"\\`$]|\$)+)|[ \t]+/g;
  const words = [...script.replaceAll("\\\n", " ").matchAll(token)].flatMap(([, word]) =>
    word === undefined ? [] : [word],
  );
  return words.map((word) => word.replace(/\\([\s\S])|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"/g, unquote));
}

function unquote(_: string, escaped?: string, single?: string, double?: string): string {
  return escaped ?? single ?? (double ?? "").replace(/\\(["\\$`])/g, "$1");
}

/** The words of the command that begins at an index. */
export function commandAt(words: readonly string[], index: number): string[] {
  const end = words.findIndex((word, at) => at > index && ends.has(word));
  return words.slice(index, end === -1 ? undefined : end);
}

/** Words of a command without `> file` and `2>&1`. */
export function withoutRedirections(words: readonly string[]): string[] {
  return words.filter((word, index) => !/^\d*[<>]/.test(word) && !/^\d*[<>]+$/.test(words[index - 1] ?? ""));
}
