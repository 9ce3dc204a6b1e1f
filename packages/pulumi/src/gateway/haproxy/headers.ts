import { addressBytes, headerBytes } from "./limits";
import { answer } from "./refusals";
import type { HaproxySite } from "./site";
import { note, quoted } from "./text";

/** What a client's own request id must look like to be kept. */
const requestId = "^[A-Za-z0-9._:-]{1,128}$";

/** The request's id: the client's own if it is short and plain, else a new one; engines, clients and the log get the same. */
export const requestIdRules = [
  note("request id"),
  `http-request set-var(txn.id) req.fhdr(x-request-id) if { req.fhdr(x-request-id) -m reg ${quoted(requestId)} }`,
  "http-request set-var(txn.id) uuid unless { var(txn.id) -m found }",
  "http-request set-header x-request-id %[var(txn.id)]",
];

/** Longest address and headers: more than these would not leave the buffer's room to the body. */
export const headerLimitRules = [
  `http-request return ${answer("uri-too-long")} if { url,length gt ${addressBytes} }`,
  `http-request return ${answer("headers-too-large")} if { req.hdrs,length gt ${headerBytes} }`,
];

/** Headers that are no business of an engine: other keys, protocol changes (they would leave the path list), and what only the gateway may say. */
const dropped = [
  "connection",
  "cookie",
  "forwarded",
  "proxy-authorization",
  "upgrade",
  "x-api-key",
  "x-data-parallel-rank",
];

/** Request headers on their way to the engine. */
export const requestHeaderRules = [
  note("headers"),
  ...dropped.map((name) => `http-request del-header ${name}`),
  "http-request del-header x-sonar- -m beg",
  "http-request set-header x-forwarded-proto https if { ssl_fc }",
  "http-request set-header x-forwarded-proto http if !{ ssl_fc } !{ req.fhdr(x-forwarded-proto) -m str https }",
];

/**
 * Response headers on their way to the client; `http-after-response` covers the gateway's own answers too. A reason is the gateway's to give, or a
 * router's behind it; never an engine's.
 */
export const responseHeaderRules = ({ routers = false }: HaproxySite): string[] => [
  "http-response del-header server",
  ...(routers ? [] : ["http-response del-header x-sonar-reason"]),
  "http-after-response set-header x-request-id %[var(txn.id)] if { var(txn.id) -m found }",
  note("clients leave a gateway that stops before it closes"),
  "http-after-response set-header connection close if { stopping }",
  "http-after-response set-var(txn.reason) res.hdr(x-sonar-reason)",
];
