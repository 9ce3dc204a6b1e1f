import type { EngineOption } from "../../../../packages/topology/src/engine/option";
import { findOption, optionNames } from "../../../../packages/topology/src/engine/options";
import { ParserError } from "./parserError";

/** An option as it was spelled on the command line. */
export interface Found {
  option: EngineOption;
  /** `--no-flag`. */
  negated: boolean;
}

/** The option of this spelling, or undefined. As Python's argparse does, a long name may be cut short as long as only one option begins so;
 *  throws ParserError where several do. */
export function lookup(name: string): Found | undefined {
  const exact = exactly(name);
  if (exact || !name.startsWith("--") || name.length < 3) return exact;
  const matches = spellings().filter((s) => s.startsWith(name));
  if (matches.length > 1) {
    throw new ParserError("aphrodite serve", `ambiguous option: ${name} could match ${matches.join(", ")}`);
  }
  return matches[0] === undefined ? undefined : exactly(matches[0]);
}

function exactly(name: string): Found | undefined {
  if (name.startsWith("--no-")) {
    const positive = findOption(name.slice("--no-".length));
    if (positive?.negatable && name === `--no-${positive.flag}`) return { option: positive, negated: true };
  }
  const option = findOption(name);
  const spelled = option && (name === `--${option.flag}` || option.aliases?.includes(name));
  return spelled ? { option, negated: false } : undefined;
}

let all: string[] | undefined;

function spellings(): string[] {
  all ??= optionNames().flatMap((flag) => [`--${flag}`, ...(findOption(flag)?.negatable ? [`--no-${flag}`] : [])]);
  return all;
}
