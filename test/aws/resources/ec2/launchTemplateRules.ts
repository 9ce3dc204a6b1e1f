import type { Values } from "../../double/definition";
import { isEmpty } from "../../double/fields";

const list = (value: unknown) => (Array.isArray(value) ? value : []) as Values[];
const types = ["interface", "efa", "efa-only"];
const addresses = [
  "associateCarrierIpAddress",
  "associatePublicIpAddress",
  "ipv4AddressCount",
  "ipv4PrefixCount",
  "ipv6AddressCount",
  "ipv6PrefixCount",
  "primaryIpv6",
  "privateIpAddress",
];

/** What EC2 says about network interfaces in words only: the service model has `InterfaceType` as any string. */
export function interfaceRules({ networkInterfaces, vpcSecurityGroupIds }: Values): string[] {
  const all = list(networkInterfaces);
  const problems: string[] = [];
  const seen = new Set<string>();
  all.forEach((one, index) => {
    const where = `networkInterfaces[${index}]`;
    const type = one.interfaceType ?? "interface";
    const place = `card ${one.networkCardIndex ?? 0}, device ${one.deviceIndex ?? 0}`;
    if (!types.includes(String(type)))
      problems.push(`${where}.interfaceType: "${type}" is none of ${types.join(", ")}`);
    if (seen.has(place)) problems.push(`${where}: another interface has ${place}`);
    seen.add(place);
    if (type !== "efa-only") return;
    if (place === "card 0, device 0") problems.push(`${where}: the primary interface cannot be efa-only`);
    for (const name of addresses.filter((name) => !isEmpty(one[name])))
      problems.push(`${where}.${name}: an efa-only interface takes no addresses`);
  });
  if (all.length > 0 && !seen.has("card 0, device 0")) problems.push("networkInterfaces: none is card 0, device 0");
  if (all.length > 1 && all.some(({ associatePublicIpAddress }) => String(associatePublicIpAddress) === "true"))
    problems.push("networkInterfaces: with several interfaces none gets a public address");
  if (all.length > 0 && !isEmpty(vpcSecurityGroupIds))
    problems.push("vpcSecurityGroupIds: with network interfaces the groups belong to those");
  return problems;
}

const outside = (value: unknown, low: number, high: number) => Number(value) < low || Number(value) > high;

/** Sizes of gp3 volumes: 1 to 65,536 GiB, 3,000 to 80,000 IOPS, 125 to 2,000 MiB/s, at most 0.25 MiB/s for each IOPS. */
export function volumeRules({ blockDeviceMappings }: Values): string[] {
  return list(blockDeviceMappings).flatMap(({ ebs }, index) => {
    const { volumeType, volumeSize, iops, throughput } = (ebs ?? {}) as Values;
    const where = `blockDeviceMappings[${index}].ebs`;
    const problems: string[] = [];
    if (!isEmpty(volumeSize) && outside(volumeSize, 1, 65_536)) problems.push(`${where}.volumeSize: ${volumeSize} GiB`);
    if (!isEmpty(throughput) && volumeType !== "gp3") problems.push(`${where}.throughput: only gp3 has it`);
    if (!isEmpty(iops) && volumeType === "gp2") problems.push(`${where}.iops: gp2 has none`);
    if (volumeType !== "gp3") return problems;
    if (!isEmpty(iops) && outside(iops, 3_000, 80_000))
      problems.push(`${where}.iops: ${iops} is outside 3000 to 80000`);
    if (!isEmpty(throughput) && outside(throughput, 125, 2_000))
      problems.push(`${where}.throughput: ${throughput} is outside 125 to 2000`);
    if (Number(throughput ?? 125) > Number(iops ?? 3_000) / 4)
      problems.push(`${where}.throughput: ${throughput} MiB/s needs ${Number(throughput) * 4} IOPS`);
    return problems;
  });
}

/** User data is base64 of at most 16 KiB; EC2 takes a hop limit of 1 to 64. */
export function instanceRules({ userData, metadataOptions }: Values): string[] {
  const problems: string[] = [];
  if (!isEmpty(userData)) {
    const bytes = Buffer.from(String(userData), "base64");
    if (bytes.toString("base64") !== String(userData)) problems.push("userData: not base64");
    if (bytes.length > 16_384) problems.push(`userData: ${bytes.length} bytes are more than 16384`);
  }
  const { httpPutResponseHopLimit } = (metadataOptions ?? {}) as Values;
  if (!isEmpty(httpPutResponseHopLimit) && outside(httpPutResponseHopLimit, 1, 64))
    problems.push(`metadataOptions.httpPutResponseHopLimit: ${httpPutResponseHopLimit} is outside 1 to 64`);
  return problems;
}
