import { canonicalName, findOption } from "./options";

/**
 * The options of a command line that this library wrote, by their names without dashes: their words, none for a switch that is on, and
 * `false` for one that is off. A word that begins with a dash is a flag: values of that form hang on theirs.
 */
export function givenOptions(argv: readonly string[]): Map<string, string[] | false> {
  const given = new Map<string, string[] | false>();
  let words: string[] = [];
  for (const word of argv) {
    if (!word.startsWith("--")) {
      words.push(word);
      continue;
    }
    const [spelling = "", ...rest] = word.split("=");
    const name = canonicalName(spelling);
    const option = findOption(name);
    words = rest.length > 0 ? [rest.join("=")] : [];
    if (option) given.set(option.flag, words);
    else if (name.startsWith("no-")) given.set(name.slice(3), false);
  }
  return given;
}
