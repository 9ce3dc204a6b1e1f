/** Part of a container's memory that JavaScript's objects may take; the rest is for buffers and the runtime. */
const heapShare = 0.6;

/**
 * Node's flags for a container of so much memory. Old objects are left alone until they take half of the heap: Node's own start of a few MiB has
 * them marked several times a second under load, and each scavenge meanwhile takes ten milliseconds instead of one.
 */
export function nodeFlags(memoryMiB: number): string[] {
  const heap = Math.floor(memoryMiB * heapShare);
  return [`--max-old-space-size=${heap}`, `--initial-old-space-size=${Math.floor(heap / 2)}`];
}
