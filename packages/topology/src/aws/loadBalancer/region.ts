import type { Problem } from "../../plan";
import type { LoadBalancerSpec } from "./spec";

/** Region of an availability zone, or of a local zone: us-gov-west-1a is in us-gov-west-1. */
const regionOfZone = (zone: string): string | undefined => /^[a-z]{2,3}(-[a-z]+)+-\d+/.exec(zone)?.[0];

/** Region in an ARN. */
const regionOf = (arn: string): string | undefined => arn.split(":")[3];

const at = "platform.loadBalancer";

/** A load balancer, its certificate and its web ACL are of one region; told where the regions can be read. */
export function regionProblems(spec: LoadBalancerSpec): Problem[] {
  const { region, subnets = [], clusterZones = [], certificateArn, webAclArn } = spec;
  const zones = [...subnets.flatMap(({ zone }) => zone ?? []), ...clusterZones];
  const lie = zones.map(regionOfZone).find((one) => one !== undefined);
  const stands = region ?? lie;
  if (stands === undefined) return [];
  const problems: Problem[] = [];
  if (lie !== undefined && lie !== stands)
    problems.push({
      path: `${at}.region`,
      value: stands,
      message: `is "${stands}", but the subnets lie in ${lie}. Give the region of the cluster, or leave it out.`,
    });
  const given = { certificateArn: ["certificate", certificateArn], webAclArn: ["web ACL", webAclArn] } as const;
  for (const [field, [what, arn]] of Object.entries(given)) {
    const found = arn === undefined ? undefined : regionOf(arn);
    if (found === undefined || found === stands) continue;
    problems.push({
      path: `${at}.${field}`,
      message: `is of ${found}, but the load balancer stands in ${stands}, and takes a ${what} of its own region only. Make one in ${stands}, and give its ARN.`,
    });
  }
  return problems;
}
