import { distance } from "fastest-levenshtein";

/** Costs run from 0 (equal) to 1; above this two names have nothing to do with each other. */
const farthest = 0.36;
/** Names this much worse than the best one are no longer worth naming beside it. */
const margin = 0.05;

/** The candidates that `name` may have been meant for, best first, at most `max`; empty when none is near.
 *  Near is: a few typing errors for the length, a part of the name or more than the name, or its words in another order. */
export function nearest(name: string, candidates: Iterable<string>, max: 1 | 2 | 3 = 1): string[] {
  const wanted = plain(name);
  if (wanted === "") return [];
  const all = [...new Set(candidates)]
    .map((candidate) => ({ candidate, cost: cost(wanted, plain(candidate)) }))
    .filter((c) => c.cost <= farthest)
    .sort((a, b) => a.cost - b.cost || a.candidate.length - b.candidate.length || (a.candidate < b.candidate ? -1 : 1));
  const best = all[0]?.cost ?? 0;
  return all
    .filter((c) => c.cost <= best + margin)
    .slice(0, max)
    .map((c) => c.candidate);
}

/** `Did you mean "a" or "b"?`, or an empty string when nothing is near. */
export function didYouMean(names: readonly string[]): string {
  return names.length === 0 ? "" : `Did you mean ${names.map((n) => `"${n}"`).join(" or ")}?`;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/^-+/, "").replaceAll("_", "-");
}

function words(name: string): string[] {
  return name.split(/[-.:/]/).filter((w) => w !== "");
}

function letters(name: string): string {
  return [...name].sort().join("");
}

function cost(a: string, b: string): number {
  if (a === b) return 0;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const costs = [distance(a, b) / long.length];
  const sortedWords = [a, b].map((n) => words(n).sort().join("-"));
  costs.push(0.02 + distance(sortedWords[0] ?? "", sortedWords[1] ?? "") / long.length);
  // Longer remainders cost more, so that "gpu-memory" finds the shortest name that starts with it.
  const missing = 0.2 * (1 - short.length / long.length);
  if (short.length >= 3 && (long.startsWith(short) || long.endsWith(`-${short}`))) costs.push(0.12 + missing);
  else if (short.length >= 4 && long.includes(short)) costs.push(0.16 + missing);
  // Letters that changed places are two edits but one slip.
  if (letters(a) === letters(b)) costs.push(0.1);
  const known = new Set(words(long));
  const few = words(short);
  if (few.length >= 2 && few.every((w) => known.has(w))) costs.push(0.16 + missing);
  return Math.min(...costs);
}
