import type { Timings } from "@sonar-iac/topology";
import { answer } from "./refusals";
import { note, seconds, section } from "./text";

/** What all proxies have in common: modes of connection, times, errors of HAProxy's own. */
export function defaultsSection({ gateway }: Timings, queueSeconds: number): string {
  return section("defaults", [
    "mode http",
    note(
      "on a kept-alive client connection HAProxy drops a request without an answer when its engine dies; one connection per request gets a 502",
    ),
    "option httpclose",
    "option abortonclose",
    "option http-no-delay",
    "option dontlognull",
    "option forwardfor",
    `timeout connect ${seconds(gateway.connectSeconds)}`,
    `timeout client ${seconds(gateway.clientSeconds)}`,
    `timeout server ${seconds(gateway.serverSeconds)}`,
    `timeout queue ${seconds(queueSeconds)}`,
    `timeout http-request ${seconds(gateway.requestSeconds)}`,
    `timeout http-keep-alive ${seconds(gateway.keepAliveSeconds)}`,
    `http-error ${answer("bad-request")}`,
    `http-error ${answer("body-too-slow")}`,
    `http-error ${answer("gateway-error")}`,
  ]);
}
