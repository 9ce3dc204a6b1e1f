/** Status line and headers of an engine's answer. */
export interface ResponseHead {
  status: number;
  message: string;
  /** Name, value, name, value …: without those that belong to one connection. */
  headers: string[];
  /** How the body ends. */
  body: { kind: "none" } | { kind: "length"; bytes: number } | { kind: "chunked" } | { kind: "close" };
  /** Whether the connection may be used again. */
  keepAlive: boolean;
}

/** Headers that belong to one connection and are never passed on. */
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

export const isHopByHop = (name: string) => hopByHop.has(name);

/** Reads a head, without the blank line at its end. Returns what is wrong with it as text. */
export function parseHead(text: string): ResponseHead | string {
  // "HTTP/1.1 200 OK"
  const first = text.indexOf("\r\n");
  const line = first < 0 ? text : text.slice(0, first);
  const status = Number(line.slice(9, 12));
  if (!/^HTTP\/1\.[01] \d{3}( |$)/.test(line)) return "the status line is not HTTP/1";
  const headers: string[] = [];
  let length: string | undefined;
  let coding: string | undefined;
  let keepAlive = line.charCodeAt(7) === 0x31;
  for (let at = first < 0 ? text.length : first + 2; at < text.length; ) {
    const newline = text.indexOf("\r\n", at);
    const end = newline < 0 ? text.length : newline;
    const colon = text.indexOf(":", at);
    if (colon <= at || colon > end) return "a header line has no name";
    const name = text.slice(at, colon);
    const value = text.slice(text.charCodeAt(colon + 1) === 0x20 ? colon + 2 : colon + 1, end);
    at = end + 2;
    const lower = name.toLowerCase();
    if (lower === "content-length") {
      if (!/^\d+$/.test(value) || (length !== undefined && length !== value)) return "content-length is not a number";
      length = value;
    } else if (lower === "transfer-encoding") {
      coding = coding === undefined ? value.trim().toLowerCase() : "several";
    } else if (lower === "connection") {
      if (/\bclose\b/i.test(value)) keepAlive = false;
      else if (/\bkeep-alive\b/i.test(value)) keepAlive = true;
    }
    // the body's length is the same on both sides; how it is cut into chunks is not
    if (!hopByHop.has(lower)) headers.push(name, value);
  }
  if (coding !== undefined && coding !== "chunked") return "the transfer encoding is not chunked";
  if (coding !== undefined && length !== undefined) return "both a length and chunks";
  const body: ResponseHead["body"] =
    status < 200 || status === 204 || status === 304
      ? { kind: "none" }
      : coding !== undefined
        ? { kind: "chunked" }
        : length !== undefined
          ? { kind: "length", bytes: Number(length) }
          : { kind: "close" };
  return { status, message: line.slice(13), headers, body, keepAlive: keepAlive && body.kind !== "close" };
}
