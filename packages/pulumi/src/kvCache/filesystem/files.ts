import * as pulumi from "@pulumi/pulumi";
import type { FilesystemCachePlan } from "@sonar-iac/topology";
import type { FilesystemCacheArgs } from "../backends";
import type { ServerSite } from "../server";
import { cacheClaim } from "./claim";
import { cleaningJob } from "./cleaning";

/** A claim of files that all engines mount, and what cleans it. */
export function fileCache(
  name: string,
  plan: FilesystemCachePlan,
  args: FilesystemCacheArgs,
  cleaner: () => ServerSite,
  opts: pulumi.CustomResourceOptions,
): { claimName: pulumi.Output<string>; after: pulumi.Resource[] } {
  const site = cleaner();
  const made = args.claimName === undefined ? cacheClaim(name, site.args.platform.namespace, args, opts) : undefined;
  const claimName = made?.metadata.name ?? pulumi.output(args.claimName as string);
  const { mountPath, rootDir, cleaning } = plan;
  // a claim of ours holds nothing else, so that folders of earlier identities are cleaned too
  cleaningJob(site, cleaning, { claimName, mountPath, folder: made ? mountPath : rootDir });
  return { claimName, after: made ? [made] : [] };
}
