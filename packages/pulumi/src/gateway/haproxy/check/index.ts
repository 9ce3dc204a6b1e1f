import type { GatewayPlan, Timings } from "@sonar-iac/topology";
import type { HaproxySite } from "../site";
import { planRules } from "./plan";
import { time, timeOrNone } from "./rule";
import { siteRules } from "./site";

/**
 * Refuses what could break out of the configuration, or mean something else there.
 * @throws one error with every problem: path, value and what to give instead.
 */
export function checkInputs(gateway: GatewayPlan, timings: Timings, site: HaproxySite): void {
  const {
    lingerSeconds,
    connectSeconds,
    clientSeconds,
    serverSeconds,
    requestSeconds,
    keepAliveSeconds,
    hardStopSeconds,
  } = timings.gateway;
  const times = { connectSeconds, clientSeconds, serverSeconds, requestSeconds, keepAliveSeconds, hardStopSeconds };
  const problems = [
    ...planRules(gateway),
    ...Object.entries(times).map(([name, value]) => time(`timings.gateway.${name}`, value)),
    timeOrNone("timings.gateway.lingerSeconds", lingerSeconds),
    ...siteRules(gateway, site),
  ].filter(([, , ok]) => !ok);
  if (problems.length === 0) return;
  const lines = problems.map(([path, value, , fix]) => `  ${path}  ${JSON.stringify(value) ?? "missing"}: ${fix}`);
  throw new Error(["The gateway's HAProxy configuration cannot be printed:", ...lines].join("\n"));
}
