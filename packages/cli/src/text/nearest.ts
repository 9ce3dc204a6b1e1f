import { distance } from "fastest-levenshtein";

/** The candidates that were probably meant, nearest first: at most a third of the letters differ, or one holds the other. */
export function nearest(text: string, candidates: Iterable<string>, count = 3): string[] {
  const wanted = text.toLowerCase();
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, far: howFar(wanted, candidate.toLowerCase()) }))
    .filter(({ far }) => far <= Math.max(1, wanted.length / 3))
    .sort((a, b) => a.far - b.far || a.candidate.localeCompare(b.candidate))
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/** `Did you mean "a" or "b"?`, or an empty text where nothing is near. */
export function didYouMean(text: string, candidates: Iterable<string>): string {
  const near = nearest(text, candidates).map((candidate) => `"${candidate}"`);
  return near.length === 0 ? "" : `Did you mean ${near.join(" or ")}?`;
}

function howFar(wanted: string, candidate: string): number {
  const letters = distance(wanted, candidate);
  // a part of a path: drainSeconds for timings.engine.drainSeconds
  if (wanted.length >= 3 && candidate.includes(wanted)) return Math.min(letters, 1);
  const last = candidate.slice(candidate.lastIndexOf(".") + 1);
  return Math.min(letters, distance(wanted, last));
}
