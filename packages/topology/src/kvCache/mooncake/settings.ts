/** Where the engine finds the store's address and sizes: `MOONCAKE_CONFIG_PATH`. */
export const mooncakeConfigPath = "/etc/sonar-kv-cache/mooncake.json";

/** The master's own defaults. */
export const masterPorts = { rpc: 50_051, metadata: 8080, metrics: 9003 } as const;

/** A store node's: its own RPC port, and one that we choose for health and metrics. */
export const storePorts = { rpc: 50_052, http: 9300 } as const;

/** Where master and store nodes say that they are alive. */
export const healthPath = "/health";

/** Where a store node keeps its second tier. */
export const ssdPath = "/ssd";

/** Ports that Mooncake's transfer engine chooses from for its handshakes and its data. */
export const dataPorts = [
  { first: 12_300, last: 14_300 },
  { first: 15_000, last: 17_000 },
] as const;

/** Buffer of each rank in MiB: blocks go from and to the engine's own memory, and it holds little. The engine's default of 4 GiB is for each rank. */
export const localBufferMiB = 512;

/** How long engines wait for the master, in seconds. The engine has no time-outs of its own, and Mooncake's are 30: an engine has one look-up at a time, so that each request waits for those before it. */
export const timeouts = { connect: 1, lookup: 2 } as const;

/** How long Mooncake waits for blocks from a store node that is silent, in seconds. Measured: no variable changes it. */
export const transferSeconds = 60;

/** What the connector is told. A look-up beside the scheduler: the engine's default holds up every request while the master is silent. */
export const connectorSettings = { lookup_async: true } as const;

/** Staging of a store node's second tier in GiB, beside the memory for entries: Mooncake's own is 1.25. */
export const ssdStagingGiB = 1.25;

/** Of a claim for the second tier Mooncake may fill so much. */
export const ssdUsable = 0.9;

/**
 * Entries reach the second tier in buckets, and a bucket is written when it has so many MiB or Mooncake's own 500 entries. Its 256 MiB would keep more of
 * what came last in memory alone; an entry must fit a bucket.
 */
export const ssdBucketMiB = 64;

/** The least memory that can be lent or held, in MiB: the pieces it is cut into. */
export const pieceMiB = 16;
