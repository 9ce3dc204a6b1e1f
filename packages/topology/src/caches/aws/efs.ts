import type { StoragePlan } from "../../plan";
import { sizeOf } from "../size";
import type { EfsSpec, ZoneSpec } from "./args";
import { type CacheContext, type WeightsPart, withoutEffect } from "./context";
import { zoneCover } from "./zones";

/** What one client reads. Elastic gives three times this to a current client; the budget takes what every client gets. Source: EFS quotas. */
const clientMiBps = 500;
/** What a small file system has at least in bursts. Source: EFS user guide, bursting throughput. */
const burstMiBps = 100;

/** A file system of EFS for weights. */
export function planEfs(spec: EfsSpec, { model, nodes, notes }: CacheContext): WeightsPart {
  const { why, problems } = notes;
  const { throughput = "elastic", existing = false, subnets } = spec;
  if (existing)
    problems.push(...withoutEffect({ ...spec, subnetIds: subnets }, ["throughput", "subnetIds", "deletion"]));
  else if (subnets === undefined) {
    problems.push({
      path: "subnetIds",
      message: "are known only when the program runs, but each zone gets a mount target. Give them one by one.",
    });
  } else problems.push(...zoneCover(subnets, nodes, "subnetIds"));
  const provisionedMiBps = typeof throughput === "object" ? throughput.provisionedMiBps : null;
  const [estimate, reason] =
    provisionedMiBps !== null
      ? [Math.min(clientMiBps, provisionedMiBps), `of the ${provisionedMiBps} MiB/s paid for, at most ${clientMiBps}`]
      : throughput === "bursting"
        ? [burstMiBps, "what a small file system has in bursts"]
        : [clientMiBps, "what any client of EFS reads"];
  const storage: StoragePlan = {
    kind: "efs",
    readWriteMany: true,
    rename: true,
    locks: true,
    throughputMiBps: why.because(
      "storage.throughputMiBps",
      spec.throughputMiBps ?? estimate,
      spec.throughputMiBps !== undefined ? "as given" : reason,
      "throughputMiBps",
    ),
    existing,
    throughputMode: typeof throughput === "object" ? "provisioned" : throughput,
    provisionedMiBps,
    mountTargets: existing ? [] : mountTargets(subnets ?? []),
    deletion: spec.deletion ?? "retain",
  };
  return { kind: "shared", storage, accessMode: "ReadWriteMany", sizeGiB: sizeOf(undefined, model, notes) };
}

/** EFS takes one mount target for each zone; subnets whose zone is not stated are taken to be in zones of their own. */
function mountTargets(subnets: ZoneSpec[]): { subnet: number; zone?: string }[] {
  const seen = new Set<string>();
  return subnets.flatMap(({ zone }, subnet) => {
    if (zone !== undefined && seen.has(zone)) return [];
    if (zone !== undefined) seen.add(zone);
    return [{ subnet, ...(zone !== undefined && { zone }) }];
  });
}
