import { quoted } from "./text";

const text = (expression: string) => `"%[${expression},json(utf8s)]"`;

/** Field and value of a line; strings are escaped, durations are milliseconds and -1 where a phase was not reached. */
const fields: [string, string][] = [
  ["time", text("date,utime(%Y-%m-%dT%H:%M:%SZ)")],
  ["client", text("var(txn.client)")],
  ["client_address", '"%ci"'],
  ["method", '"%HM"'],
  ["path", text("var(txn.path)")],
  ["status", "%ST"],
  ["reason", text("var(txn.reason)")],
  ["request_id", text("var(txn.id)")],
  ["engine", '"%s"'],
  ["engine_address", '"%si:%sp"'],
  ["request_ms", "%TR"],
  ["queue_ms", "%Tw"],
  ["connect_ms", "%Tc"],
  ["headers_ms", "%Tr"],
  ["total_ms", "%Ta"],
  ["bytes_in", "%U"],
  ["bytes_out", "%B"],
  ["retries", '"%rc"'],
  ["queued_before", "%bq"],
  ["end", '"%ts"'],
];

/** One JSON line per request on stdout: no key, prompt, query string or header of the client's. */
export const logLines = [
  "log stdout len 8192 format raw local0 info",
  `log-format ${quoted(`{${fields.map(([name, value]) => `"${name}":${value}`).join(",")}}`)}`,
];
