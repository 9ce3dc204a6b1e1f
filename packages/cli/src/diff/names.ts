import { type ResourceView, type SameName, viewOf } from "@sonar-iac/policy";
import { viewsOf } from "../policy/views";
import { isObject, type Recording, type Wire } from "../recorder";
import type { StateResource } from "./state";
import { comparable } from "./views";

const keyOf = (type: string, name: string) => `${type}::${name}`;

/** What a program would make, to be compared with what there is. */
export function programViews(recording: Recording): ResourceView[] {
  const custom = new Set(recording.resources.filter(({ kind }) => kind === "custom").map(({ urn }) => urn));
  return viewsOf(recording)
    .filter(({ urn, type }) => custom.has(urn) && !type.startsWith("pulumi:"))
    .map((view) => viewOf(view, comparable(view.fields.rawValue)));
}

/**
 * Which names of the stack a preview calls otherwise: it makes up what providers give.
 *
 * @param replaced resources that get new names, by type and name
 */
export function sameNames(
  recording: Recording,
  before: readonly StateResource[],
  replaced: ReadonlySet<string>,
): SameName {
  const old = new Map(before.map((one) => [keyOf(one.type, one.urn.slice(one.urn.lastIndexOf("::") + 2)), one]));
  const pairs = new Set<string>();
  for (const { type, name, inputs, outputs } of recording.resources) {
    const key = keyOf(type, name);
    const was = old.get(key)?.outputs;
    if (was !== undefined && !replaced.has(key)) collect(outputs, was, inputs, pairs);
  }
  return (a, b) => pairs.has(pairOf(a, b));
}

const pairOf = (before: string, after: string) => JSON.stringify([before, after]);

/** Notes where outputs have another text than the stack has, and the program gave none. */
function collect(made: Wire | undefined, was: Wire | undefined, given: Wire | undefined, pairs: Set<string>): void {
  if (typeof made === "string" && typeof was === "string") {
    if (made !== was && given === undefined) pairs.add(pairOf(was, made));
  } else if (isObject(made) && isObject(was))
    for (const key of Object.keys(made)) collect(made[key], was[key], isObject(given) ? given[key] : given, pairs);
}
