import type { Timings } from "@sonar-iac/topology";
import { answer } from "./refusals";
import { note, seconds, section } from "./text";

/** What all proxies have in common: modes of connection, times, errors of HAProxy's own. */
export function defaultsSection({ gateway }: Timings, queueSeconds: number): string {
  return section("defaults", [
    "mode http",
    note(
      "each request gets an engine's connection of its own: one that was used before may die without an answer to the client",
    ),
    ".if version_atleast(3.0)",
    "option http-server-close",
    ".else",
    note("before 3.0 the same is true of a client's second request on its connection"),
    "option httpclose",
    ".endif",
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
