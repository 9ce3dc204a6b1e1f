import type { GatewayPlan, Timings } from "@sonar-iac/topology";
import { chunkedBytes } from "./limits";
import { answer } from "./refusals";
import { note, seconds } from "./text";

/**
 * Limits of the body. One with a length is refused at once; one without (chunked, or HTTP/2) is held first, since HAProxy knows only what it has.
 * All bodies are held as far as the buffer goes, so that a slow sender takes no engine's place.
 */
export function bodyRules({ limits }: GatewayPlan, { gateway }: Timings): string[] {
  const refused = `http-request return ${answer("body-too-large")}`;
  return [
    note("body"),
    `${refused} if { req.hdr(content-length) -m found } { req.body_size gt ${limits.bodyBytes} }`,
    `http-request wait-for-body time ${seconds(gateway.requestSeconds)}`,
    `${refused} if !{ req.hdr(content-length) -m found } { req.body_size gt ${chunkedBytes(limits)} }`,
  ];
}
