import type { Call, Definition, Made, Update, Values } from "../../double/definition";
import { later } from "../../double/fields";
import { holds } from "../../double/live";
import { freshId } from "../../double/names";
import { ec2Tags, tagSpecification } from "../../double/tags";
import { arn } from "../arn";
import { account } from "../region";
import { token } from "../tokens";
import { inlinePermission, inlineRule } from "./permissions";

const rules = (operation: string, { id, inputs }: Made, input: "ingress" | "egress"): Call[] => {
  const list = (inputs[input] ?? []) as Values[];
  if (list.length === 0) return [];
  const IpPermissions = list.map((rule) => inlinePermission(id, rule));
  return [{ service: "ec2", operation, params: { GroupId: id, IpPermissions } }];
};

const ruleUpdate = (input: "ingress" | "egress", direction: "Ingress" | "Egress"): Update => ({
  inputs: [input],
  calls: (now, before) => [
    ...rules(`RevokeSecurityGroup${direction}`, before, input),
    ...rules(`AuthorizeSecurityGroup${direction}`, now, input),
  ],
});

export const securityGroup: Definition = {
  type: token.securityGroup,
  autoname: { input: "name", max: 255 },
  create: {
    service: "ec2",
    operation: "CreateSecurityGroup",
    fields: {
      name: "GroupName",
      namePrefix: later(),
      description: "Description",
      vpcId: "VpcId",
      ingress: later({ each: inlineRule }),
      egress: later({ each: inlineRule }),
      revokeRulesOnDelete: later(),
      tags: tagSpecification("security-group"),
    },
    shape: (params) => ({ Description: "Managed by Pulumi", ...params }),
  },
  result: ({ GroupId }) => ({
    id: GroupId as string,
    outputs: { arn: arn("ec2", `security-group/${GroupId}`), ownerId: account },
  }),
  answer: () => ({ GroupId: freshId("sg-") }),
  after: (made) => [
    // EC2 lets a new group out to everywhere; the provider takes that rule away
    {
      service: "ec2",
      operation: "RevokeSecurityGroupEgress",
      params: { GroupId: made.id, IpPermissions: [{ IpProtocol: "-1", IpRanges: [{ CidrIp: "0.0.0.0/0" }] }] },
    },
    ...rules("AuthorizeSecurityGroupIngress", made, "ingress"),
    ...rules("AuthorizeSecurityGroupEgress", made, "egress"),
  ],
  fixed: ["name", "namePrefix", "description", "vpcId"],
  updates: [ruleUpdate("ingress", "Ingress"), ruleUpdate("egress", "Egress"), ec2Tags()],
  provider: ["revokeRulesOnDelete"],
  read: ({ id }) => ({ service: "ec2", operation: "DescribeSecurityGroups", params: { GroupIds: [id] } }),
  remove: ({ id }) => [{ service: "ec2", operation: "DeleteSecurityGroup", params: { GroupId: id } }],
  holds: ({ vpcId }) => holds(token.vpc, vpcId),
};
