import { isIP } from "node:net";
import type { GatewayPlan, Timings } from "@sonar-iac/topology";
import { reservedBytes, rewriteBytes } from "./limits";
import type { HaproxySite } from "./site";

type Rule = [path: string, value: unknown, ok: boolean, fix: string];

/** HAProxy's longest time is 2^31 - 1 ms; 0 would mean "for ever". */
const longestSeconds = 2_147_483;
const file = /^\/[A-Za-z0-9._/-]+$/;

/**
 * Refuses what could break out of the configuration, or mean something else there.
 * @throws one error with every problem: path, value and what to give instead.
 */
export function checkInputs(gateway: GatewayPlan, timings: Timings, site: HaproxySite): void {
  const problems = [...planRules(gateway), ...timeRules(gateway, timings), ...siteRules(gateway, site)].filter(
    ([, , ok]) => !ok,
  );
  if (problems.length === 0) return;
  const lines = problems.map(([path, value, , fix]) => `  ${path}  ${JSON.stringify(value) ?? "missing"}: ${fix}`);
  throw new Error(["The gateway's HAProxy configuration cannot be printed:", ...lines].join("\n"));
}

function planRules({ ports, balance, admission, slots, limits, paths, tls }: GatewayPlan): Rule[] {
  const given = Object.entries(ports).filter(([, port]) => port !== null);
  const affinity: Rule[] =
    balance.policy === "least-requests"
      ? []
      : [
          [
            "gateway.balance.maxImbalance",
            balance.maxImbalance,
            balance.maxImbalance >= 1 && balance.maxImbalance <= 100,
            "give a number from 1 to 100.",
          ],
        ];
  if (balance.policy === "session-affinity")
    affinity.push([
      "gateway.balance.header",
      balance.header,
      /^[A-Za-z0-9-]{1,64}$/.test(balance.header),
      "give a header name of letters, digits and dashes.",
    ]);
  if (balance.policy === "prefix-affinity") {
    const most = limits.bufferBytes - reservedBytes;
    affinity.push([
      "gateway.balance.prefixBytes",
      balance.prefixBytes,
      whole(balance.prefixBytes, 1, most),
      `give whole bytes up to ${most}: HAProxy must hold them.`,
    ]);
  }
  return [
    ...given.map(
      ([name, port]): Rule => [`gateway.ports.${name}`, port, whole(port, 1, 65_535), "give a port from 1 to 65535."],
    ),
    [
      "gateway.ports",
      ports,
      new Set(given.map(([, port]) => port)).size === given.length,
      "give each a port of its own.",
    ],
    [
      "gateway.ports.https",
      ports.https,
      tls === (ports.https !== null),
      "give an HTTPS port with tls, and only with tls.",
    ],
    [
      "gateway.admission.perEngine",
      admission.perEngine,
      whole(admission.perEngine, 1),
      "give a whole number from 1 on.",
    ],
    [
      "gateway.admission.queue",
      admission.queue,
      whole(admission.queue, 0),
      "give a whole number; 0 refuses what cannot run at once.",
    ],
    [
      "gateway.admission.retryAfterSeconds",
      admission.retryAfterSeconds,
      whole(admission.retryAfterSeconds, 0),
      "give whole seconds.",
    ],
    ["gateway.slots", slots, whole(slots, 1, 10_000), "give a whole number from 1 to 10000."],
    ["gateway.limits.bodyBytes", limits.bodyBytes, whole(limits.bodyBytes, 1), "give whole bytes from 1 on."],
    [
      "gateway.limits.bufferBytes",
      limits.bufferBytes,
      whole(limits.bufferBytes, reservedBytes + rewriteBytes, 2 ** 28),
      `give whole bytes from ${reservedBytes + rewriteBytes} (headers and some body) to 256 MiB.`,
    ],
    [
      "gateway.limits.maxConnections",
      limits.maxConnections,
      whole(limits.maxConnections, 1),
      "give a whole number from 1 on.",
    ],
    ...affinity,
    ...paths.flatMap(({ methods, path }, index): Rule[] => [
      [
        `gateway.paths[${index}].path`,
        path,
        /^(\/([A-Za-z0-9._~-]+|\{[A-Za-z0-9_]+\}))+$/.test(path),
        "give a path like /v1/responses/{id}, each {name} a whole segment.",
      ],
      [
        `gateway.paths[${index}].methods`,
        methods,
        methods.length > 0 && methods.every((method) => /^[A-Z]{1,20}$/.test(method)),
        "give methods in capitals, at least one.",
      ],
    ]),
  ];
}

function timeRules({ admission }: GatewayPlan, { gateway }: Timings): Rule[] {
  const fix = `give seconds above 0, up to ${longestSeconds}; HAProxy reads 0 as "for ever".`;
  const { lingerSeconds, graceSeconds: _, ...times } = gateway;
  return [
    [
      "timings.gateway.lingerSeconds",
      lingerSeconds,
      lingerSeconds >= 0 && lingerSeconds <= longestSeconds,
      "give seconds; 0 for none.",
    ],
    ...Object.entries({
      "gateway.admission.queueSeconds": admission.queueSeconds,
      ...prefixed("timings.gateway.", times),
    }).map(([path, value]): Rule => [path, value, value > 0 && value <= longestSeconds, fix]),
  ];
}

function siteRules({ tls }: GatewayPlan, site: HaproxySite): Rule[] {
  const { engines, certificateFile, bindAddress, resolvers } = site;
  const found: Rule[] =
    engines.kind === "dns"
      ? [
          [
            "site.engines.record",
            engines.record,
            /^(_?[A-Za-z0-9-]{1,63}\.?){1,20}$/.test(engines.record),
            "give an SRV record's name like _http._tcp.engines.llm.svc.cluster.local.",
          ],
        ]
      : [
          [
            "site.engines.addresses",
            engines.addresses,
            engines.addresses.length > 0,
            "give at least one address:port.",
          ],
          ...engines.addresses.map(
            (address, index): Rule => [
              `site.engines.addresses[${index}]`,
              address,
              socket(address),
              "give an IP address and a port like 10.0.0.1:2242 or [fd00::1]:2242.",
            ],
          ),
        ];
  return [
    ...found,
    ["site.healthPath", site.healthPath, /^\/[A-Za-z0-9._~/-]*$/.test(site.healthPath), "give a path like /health."],
    [
      "site.clientsMapFile",
      site.clientsMapFile,
      file.test(site.clientsMapFile),
      "give an absolute path of letters, digits and ._-/.",
    ],
    [
      "site.engineKeyVariable",
      site.engineKeyVariable,
      /^[A-Z_][A-Z0-9_]*$/.test(site.engineKeyVariable),
      "give a name of capitals, digits and underscores.",
    ],
    [
      "site.certificateFile",
      certificateFile,
      tls === (certificateFile !== undefined),
      "give a certificate file with tls, and only with tls.",
    ],
    [
      "site.certificateFile",
      certificateFile,
      certificateFile === undefined || file.test(certificateFile),
      "give an absolute path of letters, digits and ._-/.",
    ],
    [
      "site.bindAddress",
      bindAddress,
      bindAddress === undefined || isIP(bindAddress) !== 0,
      "give an IP address, or leave it out.",
    ],
    [
      "site.resolvers",
      resolvers,
      resolvers === "resolv.conf" || socket(resolvers.nameserver),
      'give "resolv.conf", or an IP address and a port like 10.96.0.10:53.',
    ],
  ];
}

const whole = (value: unknown, min: number, max = 2 ** 31 - 1) =>
  typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;

const prefixed = (prefix: string, values: Record<string, number>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [prefix + key, value]));

function socket(text: string): boolean {
  const [, v6, v4, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  return (v6 === undefined ? isIP(v4 ?? "") === 4 : isIP(v6) === 6) && whole(Number(port), 1, 65_535);
}
