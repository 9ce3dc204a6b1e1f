import type { GatewayPlan, Timings } from "@sonar-iac/topology";
import { enginesSection } from "./backend";
import { checkInputs } from "./check";
import { defaultsSection } from "./defaults";
import { clientsSection, metricsSection, plainSection } from "./frontend";
import { globalSection } from "./global";
import { resolversSection } from "./resolvers";
import type { HaproxySite } from "./site";

/**
 * The gateway's configuration, for HAProxy 2.6 up to 3.2. Pure: the same arguments give the same text, and nothing is read.
 * @throws one error that lists every value that cannot stand in a configuration, or that HAProxy would read differently.
 */
export function printHaproxy(gateway: GatewayPlan, timings: Timings, site: HaproxySite): string {
  checkInputs(gateway, timings, site);
  return [
    globalSection(gateway, timings, site),
    defaultsSection(timings, gateway.admission.queueSeconds),
    ...(site.engines.kind === "dns" ? [resolversSection(site)] : []),
    clientsSection(gateway, timings, site),
    ...(gateway.tls ? [plainSection(gateway, site)] : []),
    enginesSection(gateway, site),
    metricsSection(gateway, site),
  ].join("\n");
}
