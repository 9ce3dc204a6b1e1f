import type { GatewayPlan, Timings } from "@sonar-iac/topology";
import { bodyRules } from "./body";
import { headerLimitRules, requestHeaderRules, requestIdRules, responseHeaderRules } from "./headers";
import { keyRules } from "./keys";
import { logLines } from "./log";
import { enginesName } from "./names";
import { pathRules } from "./paths";
import { answer } from "./refusals";
import type { HaproxySite } from "./site";
import { note, section } from "./text";

/** Path on which the gateway says whether it takes requests; needs no key. */
export const gatewayHealthPath = "/health";

/** How long a new gateway may look for engines before it takes requests without knowing one. */
const discoverySeconds = 5;

const monitor = [
  note(
    "for load balancers and the kubelet: not while it stops, nor before it had time to find engines; later it answers 503 itself",
  ),
  `monitor-uri ${gatewayHealthPath}`,
  "monitor fail if { stopping }",
  `monitor fail if { nbsrv(${enginesName}) eq 0 } { date,sub(proc.started) lt ${discoverySeconds} }`,
];

/** `bind` address of a port. */
export const bind = ({ bindAddress }: HaproxySite, port: number) => `${bindAddress ?? ""}:${port}`;

/** Where clients come in: what they may call, who they are, how much they may send. */
export function clientsSection(gateway: GatewayPlan, timings: Timings, site: HaproxySite): string {
  return section("frontend clients", [
    ...binds(gateway, site),
    ...monitor,
    ...logLines,
    "http-request set-var(txn.path) path,bytes(0,256)",
    ...requestIdRules,
    note("paths"),
    ...headerLimitRules,
    ...pathRules(gateway.paths),
    ...keyRules(site),
    ...bodyRules(gateway, timings),
    ...requestHeaderRules,
    ...responseHeaderRules(site),
    `default_backend ${enginesName}`,
  ]);
}

function binds({ ports, tls }: GatewayPlan, site: HaproxySite): string[] {
  if (!tls || ports.https === null) return [`bind ${bind(site, ports.http)}`];
  const https = `bind ${bind(site, ports.https)} ssl crt ${site.certificateFile}`;
  return [
    note(
      "HTTP/2 of HAProxy 2.6 tells clients to repeat a request whose engine died, though the engine may have begun it",
    ),
    ".if version_atleast(3.0)",
    `${https} alpn h2,http/1.1`,
    ".else",
    `${https} alpn http/1.1`,
    ".endif",
  ];
}

/** With TLS, the plain port answers health checks only: a redirect would have clients send their keys in clear first, every time. */
export function plainSection(gateway: GatewayPlan, site: HaproxySite): string {
  return section("frontend plain", [
    `bind ${bind(site, gateway.ports.http)}`,
    ...monitor,
    `http-request return ${answer("https-only")}`,
  ]);
}

/** Prometheus metrics of HAProxy, on a port of their own. */
export function metricsSection(gateway: GatewayPlan, site: HaproxySite): string {
  return section("frontend metrics", [
    `bind ${bind(site, gateway.ports.metrics)}`,
    "http-request use-service prometheus-exporter if { path /metrics }",
    `http-request return ${answer("unknown-path")}`,
  ]);
}
