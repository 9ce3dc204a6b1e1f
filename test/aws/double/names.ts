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

/** What the provider itself says against a prefix: with what it appends, the name would be too long. */
export function prefixProblems({ autoname }: Definition, inputs: Values): { property: string; reason: string }[] {
  if (autoname === undefined) return [];
  const property = `${autoname.input}Prefix`;
  const { length } = String(inputs[property] ?? "");
  const most = autoname.max - suffix;
  return length > most
    ? [{ property, reason: `${length} characters are more than the ${most} that the provider takes` }]
    : [];
}

/**
 * Fills in the name as Pulumi does: the logical name or the given prefix, and seven random digits. It stays until the resource is replaced;
 * then the engine asks without old inputs.
 */
export function withName({ autoname }: Definition, logicalName: string, olds: Values, news: Values): Values {
  if (autoname === undefined || !isEmpty(news[autoname.input])) return news;
  const { input, max } = autoname;
  const given = news[`${input}Prefix`];
  const start = isEmpty(given) ? `${autoname.prefix ?? ""}${logicalName}-` : String(given);
  const old = olds[input];
  const kept = wasFilledIn(olds, input) && typeof old === "string" && old.startsWith(start.slice(0, max - 7));
  return { ...news, [input]: kept ? old : `${start.slice(0, max - 7)}${hex(7)}`, [DEFAULTS]: [input] };
}
