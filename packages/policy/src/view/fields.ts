import { isMap, type Path, pathText, UnknownValue, unknownValue, type Value } from "./value";

/** A place in a resource's properties, which is read only where a rule asks. Every read of what is not known yet throws {@link UnknownValue}. */
export class Fields {
  constructor(
    private readonly raw: Value | undefined,
    readonly urn = "",
    readonly path: Path = [],
  ) {}

  /** The place below, by keys that may hold dots: `at("metadata", "labels", "app.kubernetes.io/name")`. */
  at(...keys: (string | number)[]): Fields {
    return keys.reduce<Fields>((here, key) => here.child(key), this);
  }

  private child(key: string | number): Fields {
    // below an unknown place everything is that place
    if (this.raw === unknownValue) return this;
    const list = Array.isArray(this.raw) && typeof key === "number" ? this.raw[key] : undefined;
    const value = isMap(this.raw) ? this.raw[key] : list;
    return new Fields(value, this.urn, [...this.path, key]);
  }

  /** Whether the value itself is known; parts of it may not be. */
  get known(): boolean {
    return this.raw !== unknownValue;
  }

  /** The value, parts of which may be unknown. */
  get value(): Value | undefined {
    if (this.raw === unknownValue) throw new UnknownValue(this.urn, this.path);
    return this.raw;
  }

  /** The value, or what stands for one that is not known yet. */
  get rawValue(): Value {
    return this.raw ?? null;
  }

  /** Whether something is there. */
  get exists(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** Text; numbers and switches as YAML writes them. */
  text(): string | undefined {
    const { value } = this;
    return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
  }

  /** A number, also one that is written as text. */
  number(): number | undefined {
    const text = this.text();
    const number = Number(text);
    return text === undefined || text.trim() === "" || Number.isNaN(number) ? undefined : number;
  }

  /** Whether it is true, also as text. */
  flag(): boolean {
    return this.text() === "true";
  }

  /** Elements of a list; none where there is no list. */
  items(): Fields[] {
    const { value } = this;
    return Array.isArray(value) ? value.map((_, index) => this.child(index)) : [];
  }

  /** Entries of a map; none where there is no map. */
  entries(): [string, Fields][] {
    const { value } = this;
    return isMap(value) ? Object.keys(value).map((key) => [key, this.child(key)]) : [];
  }

  /** A map of texts, all of which must be known. */
  texts(): Record<string, string> {
    return Object.fromEntries(this.entries().map(([key, field]) => [key, field.text() ?? ""]));
  }

  toString(): string {
    return pathText(this.path);
  }
}
