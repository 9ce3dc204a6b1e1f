import type { GatewayPlan, Timings } from "@sonar-iac/topology";
import { rewriteBytes } from "./limits";
import type { HaproxySite } from "./site";
import { note, seconds, section } from "./text";

/** HAProxy counts the node's processors, not the container's share of them: without a number it starts up to 64 threads. */
const threads = 2;

/** Process-wide settings. */
export function globalSection(
  { limits, tls }: GatewayPlan,
  { gateway }: Timings,
  { engineKeyVariable }: HaproxySite,
): string {
  return section("global", [
    note("an empty key would let the engines answer 401 to everything"),
    `.if !defined(${engineKeyVariable})`,
    `.alert "environment variable ${engineKeyVariable} is not set"`,
    ".endif",
    `maxconn ${limits.maxConnections}`,
    `nbthread ${threads}`,
    `tune.bufsize ${limits.bufferBytes}`,
    `tune.maxrewrite ${rewriteBytes}`,
    tls && "ssl-default-bind-options ssl-min-ver TLSv1.2",
    tls && note("tls.crt may have its key in tls.key"),
    tls && "ssl-load-extra-del-ext",
    note("for the health check"),
    "set-var proc.started date",
    note("on SIGUSR1: /health fails at once, ports close after the grace, running requests have until the hard stop"),
    gateway.lingerSeconds > 0 && `grace ${seconds(gateway.lingerSeconds)}`,
    `hard-stop-after ${seconds(gateway.hardStopSeconds)}`,
  ]);
}
