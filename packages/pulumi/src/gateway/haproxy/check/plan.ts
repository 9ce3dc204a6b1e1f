import type { AllowedPath, GatewayPlan } from "@sonar-iac/topology";
import { reservedBytes, rewriteBytes } from "../limits";
import { type Rule, time, whole } from "./rule";

/** Demands on the plan's numbers and words. */
export function planRules(gateway: GatewayPlan): Rule[] {
  const { admission, slots, limits, paths } = gateway;
  const least = reservedBytes + rewriteBytes;
  return [
    ...portRules(gateway),
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
    time("gateway.admission.queueSeconds", admission.queueSeconds),
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
      whole(limits.bufferBytes, least, 2 ** 28),
      `give whole bytes from ${least} (headers and some body) to 256 MiB.`,
    ],
    [
      "gateway.limits.maxConnections",
      limits.maxConnections,
      whole(limits.maxConnections, 1),
      "give a whole number from 1 on.",
    ],
    ...balanceRules(gateway),
    ...paths.flatMap(pathRules),
  ];
}

function portRules({ ports, tls }: GatewayPlan): Rule[] {
  const given = Object.entries(ports).filter(([, port]) => port !== null);
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
  ];
}

function balanceRules({ balance, limits }: GatewayPlan): Rule[] {
  if (balance.policy === "least-requests") return [];
  const { maxImbalance } = balance;
  const rules: Rule[] = [
    [
      "gateway.balance.maxImbalance",
      maxImbalance,
      maxImbalance >= 1 && maxImbalance <= 100,
      "give a number from 1 to 100.",
    ],
  ];
  if (balance.policy === "session-affinity") {
    const { header } = balance;
    rules.push([
      "gateway.balance.header",
      header,
      /^[A-Za-z0-9-]{1,64}$/.test(header),
      "give a header name of letters, digits and dashes.",
    ]);
  } else {
    const most = limits.bufferBytes - reservedBytes;
    const { prefixBytes } = balance;
    rules.push([
      "gateway.balance.prefixBytes",
      prefixBytes,
      whole(prefixBytes, 1, most),
      `give whole bytes up to ${most}: HAProxy must hold them.`,
    ]);
  }
  return rules;
}

function pathRules({ methods, path }: AllowedPath, index: number): Rule[] {
  const plain = /^(\/([A-Za-z0-9._~-]+|\{[A-Za-z0-9_]+\}))+$/;
  return [
    [
      `gateway.paths[${index}].path`,
      path,
      plain.test(path),
      "give a path like /v1/responses/{id}, each {name} a whole segment.",
    ],
    [
      `gateway.paths[${index}].methods`,
      methods,
      methods.length > 0 && methods.every((method) => /^[A-Z]{1,20}$/.test(method)),
      "give methods in capitals, at least one.",
    ],
  ];
}
