import { NotHere, over, type Rule } from "../../rule";
import type { Fields, ResourceView } from "../../view";
import { types } from "./types";

/** EFA traffic passes only where a group's rules name the group itself, in both directions; an open egress to all addresses is not enough. */
export const efaSecurityGroup: Rule = {
  name: "efa-security-group",
  description: "Elastic Fabric Adapters have a security group that lets all traffic to and from itself.",
  severity: "high",
  level: "mandatory",
  tags: ["aws", "network"],
  remediation:
    "Give the interfaces a security group with an ingress and an egress rule for all protocols whose source and destination is the group itself.",
  scope: "stack",
  check: ({ resources }) =>
    over(
      resources.filter(({ type }) => type === types.launchTemplate),
      (template) => problemOf(template, resources),
    ),
};

function problemOf(template: ResourceView, all: readonly ResourceView[]): string | undefined {
  const adapters = template.fields
    .at("networkInterfaces")
    .items()
    .filter((one) => /^efa/.test(one.at("interfaceType").text() ?? ""));
  if (adapters.length === 0) return undefined;
  const groups = all.filter(({ type, urn }) => type === types.securityGroup && template.dependsOn.includes(urn));
  const missing = groups.map((group) => missingOf(group, all));
  if (missing.some((directions) => directions.length === 0)) return undefined;
  const elsewhere = adapters[0]
    ?.at("securityGroups")
    .items()
    .some((id) => id.known && id.exists);
  if (elsewhere && groups.length === 0)
    throw new NotHere(
      "the security groups of its adapters are not part of this stack, so that their rules are not known",
    );
  const first = groups[0];
  if (first === undefined)
    return `${adapters.length} Elastic Fabric Adapters have no security group of their own, so that nodes do not hear each other. Add one that lets in and out all traffic of itself.`;
  return `the security group ${first.name} of its Elastic Fabric Adapters has no ${missing[0]?.join(" and no ")} rule for all protocols that names the group itself: nodes do not hear each other. Add it (self: true, protocol: "-1").`;
}

function missingOf(group: ResourceView, all: readonly ResourceView[]): string[] {
  return (["ingress", "egress"] as const).filter(
    (direction) =>
      !group.fields
        .at(direction)
        .items()
        .some((rule) => rule.at("self").flag() && anyProtocol(rule, "protocol")) &&
      !all.some((rule) => namesItself(rule, direction, group)),
  );
}

/** A rule that is a resource of its own: it depends on the group and on no other. */
function namesItself(
  { type, fields, dependsOn }: ResourceView,
  direction: "ingress" | "egress",
  group: ResourceView,
): boolean {
  if (!dependsOn.includes(group.urn)) return false;
  if (type === types.securityGroupRule)
    return (
      fields.at("type").text() === direction &&
      anyProtocol(fields, "protocol") &&
      (fields.at("self").flag() || isThere(fields.at("sourceSecurityGroupId")))
    );
  if (type !== (direction === "ingress" ? types.ingressRule : types.egressRule)) return false;
  return anyProtocol(fields, "ipProtocol") && isThere(fields.at("referencedSecurityGroupId"));
}

const isThere = (field: Fields) => !field.known || field.exists;
const anyProtocol = (rule: Fields, name: string) => ["-1", "all"].includes(rule.at(name).text() ?? "");
