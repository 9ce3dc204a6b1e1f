/** A command line after the engine's own rewriting, before options are looked up. */
export interface Rewritten {
  words: string[];
  /** Options given as `--flag.a.b value`, put together: flag → object. */
  dotted: Map<string, Record<string, unknown>>;
}

/** What the engine does first: underscores in names become dashes, `-O3` becomes `--optimization-level 3`,
 *  and `--flag.key value` is collected into one object per flag. */
export function rewrite(argv: readonly string[]): Rewritten {
  const words: string[] = [];
  const dotted: Rewritten["dotted"] = new Map();
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? "";
    const level = /^-O=?(\S+)$/.exec(word)?.[1];
    if (level !== undefined) {
      words.push("--optimization-level", level);
      continue;
    }
    if (word === "-O") {
      words.push("--optimization-level");
      continue;
    }
    const [name = "", given] = splitAtEquals(word);
    if (name.startsWith("--") && name.includes(".")) {
      const value = given ?? argv[++i] ?? "";
      addDotted(dotted, name, value);
      continue;
    }
    words.push(name.startsWith("--") ? withDashes(name) + (given === undefined ? "" : `=${given}`) : word);
  }
  return { words, dotted };
}

/** `--a=b=c` is `--a` and `b=c`. */
export function splitAtEquals(word: string): [string, string | undefined] {
  const at = word.startsWith("-") ? word.indexOf("=") : -1;
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function withDashes(name: string): string {
  return name.replaceAll("_", "-");
}

function addDotted(dotted: Rewritten["dotted"], name: string, value: string): void {
  const list = name.endsWith("+");
  const [flag = "", ...keys] = (list ? name.slice(0, -1) : name).split(".");
  const target = dotted.get(withDashes(flag)) ?? {};
  dotted.set(withDashes(flag), target);
  let object = target;
  for (const key of keys.slice(0, -1)) {
    const inner = object[key];
    const next: Record<string, unknown> = isObject(inner) ? inner : {};
    object[key] = next;
    object = next;
  }
  object[keys.at(-1) ?? ""] = list ? value.split(",") : jsonOrText(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
