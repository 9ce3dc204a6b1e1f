import type { Definition, Values } from "../../double/definition";
import { holds, type Live } from "../../double/live";
import { freshId } from "../../double/names";
import { roleName } from "../arn";
import { token } from "../tokens";

const groupsWith = (role: unknown, live: Live) =>
  live.all(token.nodeGroup).filter(({ inputs }) => roleName(inputs.nodeRoleArn) === role);

const request = ({ role, policyArn }: Values) => ({ RoleName: role, PolicyArn: policyArn });

export const rolePolicyAttachment: Definition = {
  type: token.rolePolicyAttachment,
  create: {
    service: "iam",
    operation: "AttachRolePolicy",
    fields: { role: "RoleName", policyArn: "PolicyArn" },
  },
  result: (_, { role }) => ({ id: freshId(`${role}-`, 26), outputs: {} }),
  answer: () => ({}),
  fixed: ["role", "policyArn"],
  updates: [],
  read: ({ inputs }) => ({
    service: "iam",
    operation: "ListAttachedRolePolicies",
    params: { RoleName: inputs.role },
  }),
  remove: ({ inputs }) => [{ service: "iam", operation: "DetachRolePolicy", params: request(inputs) }],
  holds: ({ role }) => holds(token.role, role, "DeleteConflict"),
  // IAM would do it, but the nodes could no longer give back their network interfaces, and the node group hangs
  beforeRemoval: ({ inputs: { role, policyArn } }, live) =>
    groupsWith(role, live).map(
      ({ id }) => `node group ${id} still runs with ${role} and needs ${policyArn} until it is gone`,
    ),
};
