import type * as pulumi from "@pulumi/pulumi";
import { kvCacheMaster, type MooncakePlan } from "@sonar-iac/topology";
import type { ServerSite } from "../server";
import { masterService, mooncakeMaster } from "./master";
import { masterPolicy, storesPolicy } from "./policies";
import { mooncakeStores, storesService } from "./stores";

/** Makes sites of servers by what their names end with. */
export type SiteOf = (suffix: "master" | "store", part: "kv-master" | "kv-store") => ServerSite;

/** Mooncake's store: its master, and its nodes unless engines lend the memory. Returns what engines wait for: one that finds no master for 91 s ends. */
export function mooncakeStore(
  plan: MooncakePlan,
  siteOf: SiteOf,
): { host: pulumi.Output<string>; after: pulumi.Resource[] } {
  const site = siteOf("master", "kv-master");
  const { networkPolicy } = site.args.platform;
  const service = masterService(site, plan);
  if (networkPolicy) masterPolicy(site, plan);
  const master = mooncakeMaster(site, plan);
  const after: pulumi.Resource[] = [service, master];
  if (plan.stores) {
    const stores = siteOf("store", "kv-store");
    storesService(stores, plan.stores);
    if (networkPolicy) storesPolicy(stores, plan, plan.stores);
    // a node that finds no master ends
    const opts = { ...stores.opts, dependsOn: [service, master] };
    after.push(mooncakeStores(stores, plan.stores, { [kvCacheMaster]: site.host }, opts));
  }
  return { host: site.host, after };
}
