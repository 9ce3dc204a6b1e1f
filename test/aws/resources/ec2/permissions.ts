import type { Values } from "../../double/definition";
import type { Fields } from "../../double/fields";

/** One permission of EC2 from the fields of a rule that stands alone. */
export function permission(rule: Values): Values {
  const description = rule.description === undefined ? {} : { Description: rule.description };
  const source = (value: unknown, list: string, field: string) =>
    value === undefined ? {} : { [list]: [{ [field]: value, ...description }] };
  return {
    IpProtocol: rule.ipProtocol,
    ...(rule.fromPort !== undefined && { FromPort: rule.fromPort }),
    ...(rule.toPort !== undefined && { ToPort: rule.toPort }),
    ...source(rule.cidrIpv4, "IpRanges", "CidrIp"),
    ...source(rule.cidrIpv6, "Ipv6Ranges", "CidrIpv6"),
    ...source(rule.prefixListId, "PrefixListIds", "PrefixListId"),
    ...source(rule.referencedSecurityGroupId, "UserIdGroupPairs", "GroupId"),
  };
}

/** Fields of a rule inside a security group. */
export const inlineRule: Fields = {
  cidrBlocks: "cidrBlocks",
  description: "description",
  fromPort: "fromPort",
  ipv6CidrBlocks: "ipv6CidrBlocks",
  prefixListIds: "prefixListIds",
  protocol: "protocol",
  securityGroups: "securityGroups",
  self: "self",
  toPort: "toPort",
};

/** One permission of EC2 from a rule inside a security group. */
export function inlinePermission(groupId: string, rule: Values): Values {
  const described = (field: string, values: unknown) =>
    ((values ?? []) as string[]).map((value) => ({
      [field]: value,
      ...(rule.description !== undefined && { Description: rule.description }),
    }));
  const groups = [...((rule.securityGroups ?? []) as string[]), ...(rule.self === true ? [groupId] : [])];
  const lists = {
    IpRanges: described("CidrIp", rule.cidrBlocks),
    Ipv6Ranges: described("CidrIpv6", rule.ipv6CidrBlocks),
    PrefixListIds: described("PrefixListId", rule.prefixListIds),
    UserIdGroupPairs: described("GroupId", groups),
  };
  return {
    IpProtocol: rule.protocol,
    // all protocols have all ports
    ...(rule.protocol !== "-1" && { FromPort: rule.fromPort, ToPort: rule.toPort }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
  };
}
