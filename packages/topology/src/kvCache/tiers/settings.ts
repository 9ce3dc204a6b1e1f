/** Where a filesystem cache's claim is mounted in engine pods. */
export const filesystemMount = "/kv-cache";

/** Threads of the engine for the second tier: its own defaults. */
export const threads = { read: 16, write: 16 } as const;

/** I/O threads of an object store: the engine's own 4 are few for a network of 100 Gbit/s. */
export const ioThreads = 16;

/** When a filesystem cache is cleaned. */
export const cleaningSchedule = "17 * * * *";
