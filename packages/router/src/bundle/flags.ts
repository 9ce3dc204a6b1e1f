/** Part of a container's memory that old objects may take; the rest is for young ones, buffers and the runtime. */
const heapShare = 0.6;

/** MiB of a semi-space; young objects take up to three of them. Node 20's own: three of Node 24's 64 beside the old ones are more than the container has. */
const youngSpace = 16;

/**
 * Node's flags for a container of so much memory. Old objects are left alone until they take half of the heap: Node's own start of a few MiB has
 * them marked several times a second under load, and each scavenge meanwhile takes ten milliseconds instead of one.
 */
export function nodeFlags(memoryMiB: number): string[] {
  const heap = Math.floor(memoryMiB * heapShare);
  return [
    `--max-old-space-size=${heap}`,
    `--initial-old-space-size=${Math.floor(heap / 2)}`,
    `--max-semi-space-size=${youngSpace}`,
  ];
}
