/** The server's port. */
export const valkeyPort = 6379;

/** The only user of the server, but for the default one, which is off. */
export const valkeyUser = "kv-cache";

/** LMCache's own. */
export const chunkTokens = 256;
export const cpuGiBPerRank = 5;
export const transferTimeoutSeconds = 10;

export const lookupTimeoutMs = 3000;
