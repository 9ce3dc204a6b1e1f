import type { GatewayPlan } from "@sonar-iac/topology";

/** What of HAProxy's buffer is not for the body: 16 KiB of headers, 8 KiB of address, 1 KiB for rewriting, the rest for HAProxy's own records. */
export const reservedBytes = 32 * 1024;
/** Longest request headers together; above it 431. */
export const headerBytes = 16 * 1024;
/** Longest request address; above it 414. */
export const addressBytes = 8 * 1024;
/** tune.maxrewrite: room that HAProxy keeps for headers it adds. */
export const rewriteBytes = 1024;

/** Longest body without a length: HAProxy learns its length only by holding all of it. */
export const chunkedBytes = ({ bodyBytes, bufferBytes }: GatewayPlan["limits"]) =>
  Math.min(bodyBytes, bufferBytes - reservedBytes);
