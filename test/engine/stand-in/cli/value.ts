import { readFloat, readHumanInteger, readInteger } from "../../../../packages/topology/src/engine/numbers";
import type { EngineOption } from "../../../../packages/topology/src/engine/option";
import { listForm } from "../../../../packages/topology/src/engine/optionForms";
import { ParserError } from "./parserError";

/** One value as the engine's parser reads it. Throws ParserError for what it refuses. */
export function readValue(option: EngineOption, word: string): unknown {
  const value = typed(option, word);
  if (value === undefined) throw wrong(option, `invalid ${typeName(option)} value: '${word}'`);
  const choices = option.choices?.map(String);
  if (choices && !option.choicesOpen && !choices.includes(String(value))) {
    throw wrong(option, `invalid choice: '${word}' (choose from ${choices.map((c) => `'${c}'`).join(", ")})`);
  }
  return value;
}

/** The error of one option, which the engine shows with all its spellings. */
export function wrong(option: EngineOption, message: string): ParserError {
  const spellings = [`--${option.flag}`, ...(option.negatable ? [`--no-${option.flag}`] : [])];
  return new ParserError(
    "aphrodite serve",
    `argument ${[...spellings, ...(option.aliases ?? [])].join("/")}: ${message}`,
  );
}

function typed(option: EngineOption, word: string): unknown {
  switch (option.type) {
    case "int":
      return readInteger(word.trim());
    case "float":
      return readFloat(word.trim());
    case "human-int":
      return readHumanInteger(word.trim());
    case 'int|"auto"':
      return /^(-1|auto)$/i.test(word.trim()) ? "auto" : readHumanInteger(word.trim());
    case "json":
      return parsed(word);
    case "list":
      return element(option, word);
    default:
      return word;
  }
}

function element(option: EngineOption, word: string): unknown {
  const form = listForm(option.flag);
  if (form.as === "json") return parsed(word);
  return form.of === "integer" ? readInteger(word) : word;
}

function parsed(word: string): unknown {
  try {
    const value: unknown = JSON.parse(word);
    return value ?? undefined;
  } catch {
    return undefined;
  }
}

function typeName(option: EngineOption): string {
  const names: Record<string, string> = {
    int: "int",
    float: "float",
    "human-int": "human_readable_int",
    'int|"auto"': "human_readable_int_or_auto",
  };
  return names[option.type] ?? "loads";
}
