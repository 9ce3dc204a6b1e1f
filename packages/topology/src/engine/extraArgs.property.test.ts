import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extraArgv } from "./extraArgs";
import type { EngineOption } from "./option";
import { listForm } from "./optionForms";
import { findOption, optionNames } from "./options";

/** Reads a command line as the engine's parser does, for options of one value each. */
function parse(argv: string[]): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  let at: unknown[] | undefined;
  for (const word of argv) {
    if (!word.startsWith("--")) {
      expect(word.startsWith("-")).toBe(false);
      at?.push(word);
      continue;
    }
    const [flag = "", ...value] = word.slice(2).split("=");
    const negated = !findOption(flag) && flag.startsWith("no-");
    const name = negated ? flag.slice(3) : flag;
    at = found.get(name) ?? [];
    found.set(name, at);
    if (negated) at.push(false);
    if (value.length > 0) at.push(value.join("="));
  }
  return found;
}

const text = fc.string({ maxLength: 20 }).filter((s) => !s.includes("\0") && s !== "--");
const word = text.filter((s) => s !== "" && !s.startsWith("-"));
const json = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });

/** A value that the option takes, for options whose bounds do not matter. */
function good(option: EngineOption): fc.Arbitrary<unknown> | undefined {
  if (option.type === "bool") return option.negatable ? fc.boolean() : fc.constant(true);
  if (option.choices && !option.choicesOpen && option.type !== "list") return fc.constantFrom(...option.choices);
  if (option.type === "list") {
    if (option.choices) return undefined;
    const element: fc.Arbitrary<unknown> = listForm(option.flag).of === "integer" ? fc.nat() : word;
    return fc.array(element, { minLength: 1, maxLength: 4 });
  }
  if (option.nested !== undefined) return undefined;
  const low = option.minimum ?? option.exclusiveMinimum ?? -1000;
  const high = option.maximum ?? option.exclusiveMaximum ?? 1_000_000;
  const float = fc.double({ min: low, max: high, noNaN: true }).filter((n) => n > low && n < high);
  switch (option.type) {
    case "float":
      return float;
    case "int":
    case "human-int":
    case 'int|"auto"':
      return fc.integer({ min: Math.max(low, 0) + 1, max: high });
    case "json":
      return json;
    default:
      return text;
  }
}

const pairs = optionNames().flatMap((name) => {
  const option = findOption(name);
  const value = option && !["api-key", "hf-token", "config"].includes(name) ? good(option) : undefined;
  return option && value ? [{ option, value }] : [];
});

const accepted = fc
  .uniqueArray(fc.constantFrom(...pairs), { maxLength: 8, selector: (p) => p.option.flag })
  .chain((chosen) => fc.tuple(...chosen.map(({ option, value }) => value.map((v) => ({ option, value: v })))));

function written(option: EngineOption, value: unknown): unknown[] {
  if (option.type === "bool") return value === true ? [] : [false];
  if (option.type === "list")
    return listForm(option.flag).as === "json" ? [JSON.stringify(value)] : (value as unknown[]).map(String);
  return [typeof value === "object" ? value : String(value)];
}

const owned = new Map([["seed", "nothing"]]);

describe("extraArgv", () => {
  it("writes every value that it accepts so that the value can be read back", () => {
    fc.assert(
      fc.property(accepted, (chosen) => {
        const args = Object.fromEntries(chosen.map(({ option, value }) => [option.flag, value]));
        const { argv, problems } = extraArgv(args, new Map());
        expect(problems).toEqual([]);
        const read = parse(argv);
        expect([...read.keys()]).toEqual(chosen.map((c) => c.option.flag).sort());
        for (const { option, value } of chosen) {
          const words = read.get(option.flag);
          const back = option.type === "json" ? words?.map((w) => JSON.parse(String(w))) : words;
          const wanted = option.type === "json" ? [JSON.parse(JSON.stringify(value))] : written(option, value);
          expect([option.flag, back]).toEqual([option.flag, wanted]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("writes only options of the engine, whatever it is given, and the same for every order of keys", () => {
    const key = fc.oneof(
      fc.constantFrom(...optionNames()),
      fc.string({ maxLength: 12 }),
      fc.constantFrom("__proto__", "-tp", "no-async-scheduling"),
    );
    const value = fc.oneof(fc.anything(), word, fc.integer(), json, fc.array(word, { maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { maxLength: 8 }), (entries) => {
        const args = Object.fromEntries(entries);
        const { argv, problems } = extraArgv(args, owned);
        for (const name of parse(argv).keys()) expect([name, findOption(name)?.flag]).toEqual([name, name]);
        expect(parse(argv).has("seed")).toBe(false);
        for (const p of problems)
          expect(p).toMatchObject({ path: "engine.extraArgs", message: expect.stringMatching(/[.?]$/) });
        const reversed = Object.fromEntries(Object.entries(args).reverse());
        expect(extraArgv(reversed, owned).argv).toEqual(argv);
      }),
      { numRuns: 300 },
    );
  });
});
