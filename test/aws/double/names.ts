import { randomBytes } from "node:crypto";
import type { Definition, Values } from "./definition";
import { isEmpty } from "./fields";

/** Names of inputs that the provider filled in, as Pulumi's bridged providers keep them in the state. */
export const DEFAULTS = "__defaults";

const hex = (length: number) => randomBytes(length).toString("hex").slice(0, length);

/** An id as AWS makes them: `sg-0123456789abcdef0`. */
export const freshId = (prefix: string, length = 17) => `${prefix}${hex(length)}`;

/** Whether an input was filled in. */
export const wasFilledIn = (inputs: Values, input: string) =>
  Array.isArray(inputs[DEFAULTS]) && inputs[DEFAULTS].includes(input);

/** Characters that the provider appends to a prefix. */
const suffix = 26;

/** What the provider itself, or AWS, says against a name: it is never cut, so a long logical name makes one that is too long. */
export function nameProblems({ autoname }: Definition, inputs: Values): { property: string; reason: string }[] {
  if (autoname === undefined) return [];
  const { input, max } = autoname;
  const tooLong = (property: string, most: number, whose: string) => {
    const { length } = String(inputs[property] ?? "");
    return length > most
      ? [{ property, reason: `${length} characters are more than the ${most} that ${whose} takes` }]
      : [];
  };
  return [...tooLong(`${input}Prefix`, max - suffix, "the provider"), ...tooLong(input, max, "AWS")];
}

/**
 * Fills in the name as Pulumi does: the logical name or the given prefix, and seven random digits. It stays until the resource is replaced;
 * then the engine asks without old inputs.
 */
export function withName({ autoname }: Definition, logicalName: string, olds: Values, news: Values): Values {
  if (autoname === undefined || !isEmpty(news[autoname.input])) return news;
  const { input } = autoname;
  const given = news[`${input}Prefix`];
  const start = isEmpty(given) ? `${autoname.prefix ?? ""}${logicalName}-` : String(given);
  const old = olds[input];
  const kept = wasFilledIn(olds, input) && typeof old === "string" && old.startsWith(start);
  return { ...news, [input]: kept ? old : `${start}${hex(7)}`, [DEFAULTS]: [input] };
}
