import { SECRET_TEXT, UNKNOWN } from "../recorder/wire";

/** Shortest secret that is looked for in prose: shorter ones occur in any text. */
const MIN_IN_TEXT = 4;
/** Shortest secret that is looked for in values, where a chance match would falsify a name. */
const MIN_IN_VALUE = 8;

/** The secrets of a run. Redaction goes by marks; this finds the copies that lost theirs: in errors, logs and plain values. */
export class Secrets {
  private readonly values = new Set<string>();
  private patterns: { text: RegExp | null; value: RegExp | null } | undefined;

  /** Remembers each text and number inside a value. */
  add(value: unknown): void {
    if (typeof value === "string" || typeof value === "number") this.addText(String(value));
    else if (Array.isArray(value)) for (const item of value) this.add(item);
    else if (typeof value === "object" && value !== null) for (const item of Object.values(value)) this.add(item);
  }

  /** Prose without any secret: messages and logs. */
  scrub(text: string): string {
    const { text: pattern } = this.compiled();
    return pattern === null ? text : text.replace(pattern, SECRET_TEXT);
  }

  /** A value without any secret that is long enough not to be there by chance. */
  scrubValue(text: string): string {
    const { value: pattern } = this.compiled();
    return pattern === null ? text : text.replace(pattern, SECRET_TEXT);
  }

  private addText(text: string): void {
    if (text.length < MIN_IN_TEXT || text === UNKNOWN || this.values.has(text)) return;
    this.values.add(text);
    this.patterns = undefined;
  }

  private compiled() {
    this.patterns ??= { text: oneOf(this.values, MIN_IN_TEXT), value: oneOf(this.values, MIN_IN_VALUE) };
    return this.patterns;
  }
}

function oneOf(values: Iterable<string>, shortest: number): RegExp | null {
  const long = [...values].filter((value) => value.length >= shortest).sort((a, b) => b.length - a.length);
  if (long.length === 0) return null;
  return new RegExp(long.map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "g");
}
