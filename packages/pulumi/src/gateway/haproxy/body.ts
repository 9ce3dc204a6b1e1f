import type { GatewayPlan, Timings } from "@sonar-iac/topology";
import { chunkedBytes } from "./limits";
import { answer } from "./refusals";
import { note, seconds } from "./text";

/**
 * Limits of the body. All bodies are held as far as the buffer goes: one without a length (chunked, or HTTP/2) has no known length before, and a slow
 * sender must take no engine's place. The rest of a refused body is read and dropped by HAProxy 3; HAProxy 2.6 closes instead, which a client that is
 * still sending sees as a broken pipe, so refusals come after the wait: what fits the buffer is then always answered.
 */
export function bodyRules({ limits }: GatewayPlan, { gateway }: Timings): string[] {
  const refused = `http-request return ${answer("body-too-large")}`;
  return [
    note("body"),
    `http-request wait-for-body time ${seconds(gateway.requestSeconds)}`,
    `${refused} if { req.hdr(content-length) -m found } { req.body_size gt ${limits.bodyBytes} }`,
    `${refused} if !{ req.hdr(content-length) -m found } { req.body_size gt ${chunkedBytes(limits)} }`,
  ];
}
