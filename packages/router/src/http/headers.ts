import { isHopByHop } from "../upstream/head";

/** Headers of the client that engines do not get: the router writes its own, or they ask for what it does not pass on. */
const own = new Set(["host", "content-length", "expect", "authorization", "accept-encoding", "x-request-id"]);

/** What engines get of the client's headers, as lines. `authorization`: what engines want; without it the client's own is passed on. */
export function forwardedHeaders(raw: readonly string[], requestId: string, authorization: string | undefined): string {
  let lines = `x-request-id: ${requestId}\r\n`;
  if (authorization) lines += `authorization: ${authorization}\r\n`;
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] as string;
    const lower = name.toLowerCase();
    if (lower === "authorization" && !authorization) lines += `authorization: ${raw[i + 1]}\r\n`;
    if (own.has(lower) || isHopByHop(lower)) continue;
    lines += `${name}: ${raw[i + 1]}\r\n`;
  }
  return lines;
}

/** Request line and headers of a request to an engine. */
export function requestHead(
  method: string,
  target: string,
  host: string,
  lines: string,
  bytes: number | undefined,
): string {
  const length = bytes === undefined ? "" : `content-length: ${bytes}\r\n`;
  return `${method} ${target} HTTP/1.1\r\nhost: ${host}\r\n${lines}${length}\r\n`;
}
