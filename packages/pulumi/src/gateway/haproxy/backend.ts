import type { GatewayPlan } from "@sonar-iac/topology";
import { admissionRules, engineErrors } from "./admission";
import { balanceLines } from "./balance";
import { healthLines, healthOptions } from "./health";
import { enginesName } from "./names";
import { resolversName } from "./resolvers";
import type { HaproxySite } from "./site";
import { note, section } from "./text";

/** The engines: who is one, who is well, who gets the next request, and what may wait. */
export function enginesSection(gateway: GatewayPlan, site: HaproxySite): string {
  return section(`backend ${enginesName}`, [
    ...balanceLines(gateway.balance),
    ...admissionRules(gateway),
    note(
      "retries: only where no connection came about, at once and elsewhere; never of a request that an engine may have",
    ),
    "retry-on conn-failure",
    "retries 3",
    "option redispatch 1",
    ...engineErrors(gateway),
    note("engines"),
    ...healthLines(site.healthPath),
    `default-server ${healthOptions} maxconn ${gateway.admission.perEngine}`,
    ...servers(gateway.slots, site),
  ]);
}

function servers(slots: number, { engines }: HaproxySite): string[] {
  if (engines.kind === "static") return engines.addresses.map((address, index) => `server e${index + 1} ${address}`);
  return engines.records.map((record, index) => {
    const prefix = index === 0 ? "e" : `e${index}-`;
    return `server-template ${prefix} 1-${slots} ${record} resolvers ${resolversName} resolve-prefer ipv4 init-addr none`;
  });
}
