import { didYouMean, nearest } from "./nearest";
import { type NestedField, nestedFields } from "./nested";
import { outside, readFloat, readHumanInteger, readInteger } from "./numbers";
import type { EngineOption } from "./option";
import { listForm } from "./optionForms";
import { isPlainObject, notJson, sortedJson } from "./plainJson";

/** A checked value: the words that follow the flag, or what is wrong with it and the way out, as what follows the option's name. */
export type OptionValue = { words: string[] } | { wrong: string };

/** Checks the value of an option that takes one (every type but bool) and writes it as the engine's parser reads it. */
export function optionValue(option: EngineOption, value: unknown): OptionValue {
  if (value === null || value === undefined) return wrong(`is ${value}. Leave it out to keep the engine's default.`);
  if (value === "" && option.type !== "str" && option.type !== "json|str") {
    return wrong("is empty. Give a value, or leave it out to keep the engine's default.");
  }
  const checked = option.type === "list" ? list(option, value) : single(option, value);
  // Python's argparse takes it for the end of the options, and drops it even from `--flag=--`.
  if ("words" in checked && checked.words.includes("--"))
    return wrong('is "--", which the engine cannot be given. Use another value.');
  // A process's arguments end at the first NUL.
  if ("words" in checked && checked.words.some((w) => w.includes("\0")))
    return wrong("holds a NUL character. Remove it.");
  return checked;
}

function wrong(text: string): OptionValue {
  return { wrong: text };
}

function single(option: EngineOption, value: unknown): OptionValue {
  switch (option.type) {
    case "json":
      return json(option, value);
    case "json|str":
      return typeof value === "string" ? { words: [value] } : json(option, value);
    case "int":
      return number(option, value, readInteger, "a whole number");
    case "float":
      return number(option, value, readFloat, "a finite number");
    case "human-int":
      return number(option, value, readHumanInteger, "a whole number, such as 32768, 32k (32,000) or 32K (32,768)");
    case 'int|"auto"':
      return typeof value === "string" && value.toLowerCase() === "auto"
        ? { words: ["auto"] }
        : number(option, value, lengthOrAuto, 'a whole number above 0, such as 32768 or "32k", or "auto"');
    default:
      return text(option, value);
  }
}

/** The engine takes -1 for "auto". */
function lengthOrAuto(value: unknown): number | undefined {
  const n = readHumanInteger(value);
  return n === 0 ? undefined : n;
}

function number(
  option: EngineOption,
  value: unknown,
  read: (v: unknown) => number | undefined,
  what: string,
): OptionValue {
  const n = read(value);
  if (n === undefined) return wrong(`takes ${what}; ${shown(value)} is none.`);
  const bound = outside(n, option);
  if (bound) return wrong(`must be ${bound}; it is ${shown(value)}.`);
  if (option.choices && !option.choices.includes(n)) return notAChoice(option, String(value));
  return { words: [String(value)] };
}

function text(option: EngineOption, value: unknown): OptionValue {
  const choices = option.choices?.map(String);
  if (typeof value === "number" && typeof option.choices?.[0] === "number") return text(option, String(value));
  if (typeof value !== "string")
    return wrong(`takes text; ${shown(value)} is none. Write it in quotes, as one string.`);
  if (choices && !option.choicesOpen && !choices.includes(value)) return notAChoice(option, value);
  return { words: [value] };
}

function notAChoice(option: EngineOption, value: string): OptionValue {
  const choices = (option.choices ?? []).map(String);
  const near = didYouMean(nearest(value, choices, 2));
  return wrong(`does not take "${value}". ${near ? `${near} ` : ""}Its choices: ${choices.join(", ")}.`);
}

function json(option: EngineOption, value: unknown): OptionValue {
  let parsed = value;
  if (typeof value === "string") {
    try {
      parsed = JSON.parse(value);
    } catch {
      // The text stays out of the message: it may hold a key.
      return wrong("is text that is not JSON. Give an object; it is written as JSON for you.");
    }
  }
  if (!isPlainObject(parsed)) return wrong(`takes an object; ${kind(parsed)} is none. Give an object of its fields.`);
  const bad = notJson(parsed);
  if (bad) return wrong(`cannot be written as JSON: ${bad}. Give plain values only.`);
  return wrongField(option, parsed) ?? { words: [sortedJson(parsed)] };
}

/** The engine refuses fields that a configuration does not have, and words that are none of a field's choices. */
function wrongField(option: EngineOption, value: Record<string, unknown>): OptionValue | undefined {
  const fields = option.nested === undefined ? [] : nestedFields(option.nested);
  if (fields.length === 0) return undefined;
  const names = fields.map(({ name }) => name);
  const unknown = Object.keys(value).find((key) => !names.includes(key));
  if (unknown !== undefined) {
    const near = didYouMean(nearest(unknown, names, 2)) || `Its fields: ${names.join(", ")}.`;
    return wrong(`has no field "${unknown}". ${near}`);
  }
  for (const field of fields) {
    const given = value[field.name];
    const bound = typeof given === "number" ? outside(given, field) : undefined;
    if (bound) return wrong(`has ${given} in "${field.name}", which must be ${bound}.`);
  }
  const odd = fields.find((field) => !isChoice(field, value[field.name]));
  if (odd === undefined) return undefined;
  const choices = (odd.choices ?? []).map(String);
  const near = didYouMean(nearest(String(value[odd.name]), choices, 3));
  // the text itself stays out of the message, as above
  return wrong(
    `has a word in "${odd.name}" that is none of its choices. ${near ? `${near} ` : ""}They are ${choices.join(", ")}.`,
  );
}

/** Other words than the choices are fine where any text is. */
const isChoice = ({ choices, type }: NestedField, value: unknown) =>
  choices === undefined || /\bstr\b/.test(type) || typeof value !== "string" || choices.includes(value);

function list(option: EngineOption, value: unknown): OptionValue {
  const form = listForm(option.flag);
  if (!Array.isArray(value))
    return wrong(`takes a list; ${kind(value)} is none. Write it in brackets, even if it is one value.`);
  if (value.length === 0 && form.as !== "json")
    return wrong("is an empty list. Leave it out to keep the engine's default.");
  const words: string[] = [];
  for (const [i, element] of value.entries()) {
    const word = form.of === "integer" ? readInteger(element)?.toString() : listed(element, form.of === "text-or-json");
    const what = form.of === "integer" ? "a whole number" : "text that is not empty";
    if (word === undefined) return wrong(`takes ${what} in its list; element ${i} is ${kind(element)}.`);
    const choices = option.choices?.map(String);
    if (choices && !choices.includes(word)) return notAChoice(option, word);
    words.push(word);
  }
  if (form.as === "json") return { words: [JSON.stringify(words)] };
  if (form.as === "words" && words.length > 1 && words.some((w) => w.startsWith("-"))) {
    return wrong(
      'has an element that starts with "-", which the engine would read as another option. Such a value must be the only one.',
    );
  }
  return { words };
}

function listed(element: unknown, orObject: boolean): string | undefined {
  if (orObject && isPlainObject(element) && !notJson(element)) return sortedJson(element);
  return typeof element === "string" && element !== "" ? element : undefined;
}

function shown(value: unknown): string {
  return typeof value === "string" ? `"${value}"` : kind(value);
}

/** A value in a message; texts and objects, which may hold keys, only by their kind. */
function kind(value: unknown): string {
  if (value === null || ["number", "boolean", "undefined"].includes(typeof value)) return String(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "string"
    ? value === ""
      ? "an empty text"
      : "a text"
    : typeof value === "object"
      ? "an object"
      : `a ${typeof value}`;
}
