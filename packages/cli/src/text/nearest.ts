/** Number of letters to add, remove or change to make one text of the other. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

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
