import type { MooncakePlan, MooncakeStoresPlan } from "@sonar-iac/topology";
import { kvCacheLabel } from "../../engine";
import { portRanges, prometheus } from "../../engine/networkPolicy";
import { ingressPolicy } from "../../kube";
import type { ServerSite } from "../server";

/** The store asks nobody for a key: only engines that use the cache, and its own pods, reach the master, and Prometheus its metrics. */
export const masterPolicy = (site: ServerSite, { master: { ports } }: MooncakePlan) =>
  policyOf(site, [ports.rpc, ports.metadata].map(one), ports.metrics);

/** The same for store nodes, whose ports for data Mooncake chooses; that of the second tier is any that the kernel gives. */
export const storesPolicy = (site: ServerSite, { dataPorts }: MooncakePlan, { ports, ssd }: MooncakeStoresPlan) =>
  policyOf(site, ssd ? [{ first: 1, last: 65_535 }] : [one(ports.rpc), ...dataPorts], ports.http);

const one = (port: number) => ({ first: port, last: port });

function policyOf(site: ServerSite, ranges: { first: number; last: number }[], metrics: number) {
  const { name, metadata, selector, podLabels, args, opts } = site;
  const members = { [kvCacheLabel]: podLabels[kvCacheLabel] as string };
  return ingressPolicy(
    name,
    metadata,
    selector,
    [
      { from: [{ podSelector: { matchLabels: members } }], ports: portRanges(ranges) },
      { from: [prometheus(args.platform)], ports: portRanges([one(metrics)]) },
    ],
    opts,
  );
}
