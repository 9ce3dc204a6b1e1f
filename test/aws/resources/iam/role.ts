import type { Definition, Made } from "../../double/definition";
import { later } from "../../double/fields";
import { freshId } from "../../double/names";
import { tagList, tags, tagUpdate } from "../../double/tags";
import { iamArn } from "../arn";
import { token } from "../tokens";
import { document, policyProblems } from "./policy";

const update = (operation: string, params: (made: Made) => Record<string, unknown>) => (made: Made) => [
  { service: "iam" as const, operation, params: { RoleName: made.id, ...params(made) } },
];

export const role: Definition = {
  type: token.role,
  autoname: { input: "name", max: 64 },
  create: {
    service: "iam",
    operation: "CreateRole",
    fields: {
      name: "RoleName",
      namePrefix: later(),
      assumeRolePolicy: { to: "AssumeRolePolicyDocument", as: document },
      description: "Description",
      forceDetachPolicies: later(),
      maxSessionDuration: "MaxSessionDuration",
      path: "Path",
      permissionsBoundary: "PermissionsBoundary",
      tags: tags(),
    },
  },
  result: ({ Role }, { name }) => {
    const { Arn, RoleId } = Role as { Arn: string; RoleId: string };
    return { id: String(name), outputs: { arn: Arn, uniqueId: RoleId } };
  },
  answer: ({ name, path }) => ({ Role: { Arn: iamArn(`role${path ?? "/"}${name}`), RoleId: freshId("AROA") } }),
  fixed: ["name", "namePrefix", "path"],
  updates: [
    {
      inputs: ["assumeRolePolicy"],
      calls: update("UpdateAssumeRolePolicy", ({ inputs }) => ({ PolicyDocument: document(inputs.assumeRolePolicy) })),
    },
    {
      inputs: ["description", "maxSessionDuration"],
      calls: update("UpdateRole", ({ inputs }) => ({
        Description: inputs.description ?? "",
        MaxSessionDuration: inputs.maxSessionDuration ?? 3600,
      })),
    },
    {
      inputs: ["permissionsBoundary"],
      calls: (now, before) =>
        now.inputs.permissionsBoundary === undefined
          ? update("DeleteRolePermissionsBoundary", () => ({}))(before)
          : update("PutRolePermissionsBoundary", ({ inputs }) => ({ PermissionsBoundary: inputs.permissionsBoundary }))(
              now,
            ),
    },
    tagUpdate({
      service: "iam",
      add: ({ id }, added) => ({ operation: "TagRole", params: { RoleName: id, Tags: tagList(added) } }),
      remove: ({ id }, keys) => ({ operation: "UntagRole", params: { RoleName: id, TagKeys: keys } }),
    }),
  ],
  provider: ["forceDetachPolicies"],
  read: ({ id }) => ({ service: "iam", operation: "GetRole", params: { RoleName: id } }),
  remove: ({ id }) => [{ service: "iam", operation: "DeleteRole", params: { RoleName: id } }],
  rules: ({ assumeRolePolicy }) => policyProblems("assumeRolePolicy", assumeRolePolicy, ["Principal"], ["Resource"]),
};
