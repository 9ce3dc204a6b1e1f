import type { Definition, Values } from "../../double/definition";
import { later } from "../../double/fields";
import { holds } from "../../double/live";
import { token } from "../tokens";
import { document, policyProblems } from "./policy";

const key = ({ role, name }: Values) => ({ RoleName: role, PolicyName: name });

export const rolePolicy: Definition = {
  type: token.rolePolicy,
  autoname: { input: "name", max: 128 },
  create: {
    service: "iam",
    operation: "PutRolePolicy",
    fields: {
      name: "PolicyName",
      namePrefix: later(),
      role: "RoleName",
      policy: { to: "PolicyDocument", as: document },
    },
  },
  result: (_, { role, name }) => ({ id: `${role}:${name}`, outputs: {} }),
  answer: () => ({}),
  fixed: ["role", "name", "namePrefix"],
  updates: [
    {
      inputs: ["policy"],
      calls: ({ inputs }) => [
        {
          service: "iam",
          operation: "PutRolePolicy",
          params: { ...key(inputs), PolicyDocument: document(inputs.policy) },
        },
      ],
    },
  ],
  read: ({ inputs }) => ({ service: "iam", operation: "GetRolePolicy", params: key(inputs) }),
  remove: ({ inputs }) => [{ service: "iam", operation: "DeleteRolePolicy", params: key(inputs) }],
  holds: ({ role }) => holds(token.role, role, "DeleteConflict"),
  rules: ({ policy }) => policyProblems("policy", policy, ["Resource"], ["Principal"]),
};
