import type { Definition, Values } from "../../double/definition";
import { type Fields, isEmpty } from "../../double/fields";
import { holds } from "../../double/live";
import { freshId } from "../../double/names";
import { ec2Tags, tagSpecification } from "../../double/tags";
import { arn } from "../arn";
import { token } from "../tokens";
import { permission } from "./permissions";

const sources = ["cidrIpv4", "cidrIpv6", "prefixListId", "referencedSecurityGroupId"];
const rule = ["ipProtocol", "fromPort", "toPort", "description", ...sources];
const fields: Fields = {
  ...Object.fromEntries(rule.map((name) => [name, name])),
  securityGroupId: "GroupId",
  tags: tagSpecification("security-group-rule"),
};

function shape(params: Values): Values {
  const { GroupId, TagSpecifications, ...rest } = params;
  return { GroupId, IpPermissions: [permission(rest)], ...(TagSpecifications !== undefined && { TagSpecifications }) };
}

/** A rule as the request that changes one takes it; all ports are -1 there. */
const changed = (inputs: Values) =>
  Object.fromEntries(
    Object.entries({
      IpProtocol: inputs.ipProtocol,
      FromPort: inputs.ipProtocol === "-1" ? -1 : inputs.fromPort,
      ToPort: inputs.ipProtocol === "-1" ? -1 : inputs.toPort,
      CidrIpv4: inputs.cidrIpv4,
      CidrIpv6: inputs.cidrIpv6,
      PrefixListId: inputs.prefixListId,
      ReferencedGroupId: inputs.referencedSecurityGroupId,
      Description: inputs.description,
    }).filter(([, value]) => !isEmpty(value)),
  );

function problems(inputs: Values): string[] {
  const given = sources.filter((name) => !isEmpty(inputs[name]));
  const ports = ["fromPort", "toPort"].filter((name) => inputs[name] !== undefined);
  return [
    ...(given.length === 1 ? [] : [`one of ${sources.join(", ")} is needed, not ${given.length}`]),
    ...(inputs.ipProtocol === "-1" && ports.length > 0 ? [`${ports.join(", ")}: all protocols have all ports`] : []),
    ...(["tcp", "udp"].includes(String(inputs.ipProtocol)) && ports.length < 2
      ? ["fromPort, toPort: tcp and udp need both"]
      : []),
  ];
}

const definition = (type: string, direction: "Ingress" | "Egress"): Definition => ({
  type,
  create: { service: "ec2", operation: `AuthorizeSecurityGroup${direction}`, fields, shape },
  result: ({ SecurityGroupRules }) => {
    const [{ SecurityGroupRuleId: id }] = SecurityGroupRules as [{ SecurityGroupRuleId: string }];
    return { id, outputs: { securityGroupRuleId: id, arn: arn("ec2", `security-group-rule/${id}`) } };
  },
  answer: () => ({ SecurityGroupRules: [{ SecurityGroupRuleId: freshId("sgr-") }] }),
  fixed: ["securityGroupId"],
  // a rule's source may change, but not to one of another kind
  fixedWhen: (now, before) => sources.filter((name) => isEmpty(now[name]) !== isEmpty(before[name])),
  updates: [
    {
      inputs: rule,
      calls: ({ id, inputs }) => [
        {
          service: "ec2",
          operation: "ModifySecurityGroupRules",
          params: {
            GroupId: inputs.securityGroupId,
            SecurityGroupRules: [{ SecurityGroupRuleId: id, SecurityGroupRule: changed(inputs) }],
          },
        },
      ],
    },
    ec2Tags(),
  ],
  read: ({ id }) => ({
    service: "ec2",
    operation: "DescribeSecurityGroupRules",
    params: { SecurityGroupRuleIds: [id] },
  }),
  remove: ({ id, inputs }) => [
    {
      service: "ec2",
      operation: `RevokeSecurityGroup${direction}`,
      params: { GroupId: inputs.securityGroupId, SecurityGroupRuleIds: [id] },
    },
  ],
  // a group's own rules go with it; what another group's rules refer to must stay
  holds: ({ securityGroupId, referencedSecurityGroupId }) => [
    ...holds(token.securityGroup, securityGroupId),
    ...(referencedSecurityGroupId === securityGroupId
      ? []
      : holds(token.securityGroup, referencedSecurityGroupId, "DependencyViolation")),
  ],
  rules: problems,
});

export const ingressRule = definition(token.ingressRule, "Ingress");
export const egressRule = definition(token.egressRule, "Egress");
