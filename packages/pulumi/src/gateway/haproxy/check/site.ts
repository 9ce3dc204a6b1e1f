import { isIP } from "node:net";
import type { GatewayPlan } from "@sonar-iac/topology";
import type { HaproxySite } from "../site";
import { type Rule, whole } from "./rule";

const file = /^\/[A-Za-z0-9._/-]+$/;
const asFile = "give an absolute path of letters, digits and ._-/.";

/** Demands on names, files and addresses. */
export function siteRules({ tls }: GatewayPlan, site: HaproxySite): Rule[] {
  const { certificateFile, bindAddress, resolvers } = site;
  return [
    ...engineRules(site),
    ["site.healthPath", site.healthPath, /^\/[A-Za-z0-9._~/-]*$/.test(site.healthPath), "give a path like /health."],
    ["site.clientsMapFile", site.clientsMapFile, file.test(site.clientsMapFile), asFile],
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
    ["site.certificateFile", certificateFile, certificateFile === undefined || file.test(certificateFile), asFile],
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

function engineRules({ engines }: HaproxySite): Rule[] {
  if (engines.kind === "dns") {
    const name = /^_[a-z0-9-]{1,62}\._tcp(\.[A-Za-z0-9-]{1,63}){1,20}\.?$/;
    return engines.records.map((record, index) => [
      `site.engines.records[${index}]`,
      record,
      name.test(record),
      "give an SRV record's name like _http._tcp.engines.llm.svc.cluster.local.",
    ]);
  }
  const { addresses } = engines;
  return [
    ["site.engines.addresses", addresses, addresses.length > 0, "give at least one address:port."],
    ...addresses.map(
      (address, index): Rule => [
        `site.engines.addresses[${index}]`,
        address,
        socket(address),
        "give an IP address and a port like 10.0.0.1:2242 or [fd00::1]:2242.",
      ],
    ),
  ];
}

function socket(text: string): boolean {
  const [, v6, v4, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  return (v6 === undefined ? isIP(v4 ?? "") === 4 : isIP(v6) === 6) && whole(Number(port), 1, 65_535);
}
