import type { Definition, Made } from "../../double/definition";
import { holds } from "../../double/live";
import { freshId } from "../../double/names";
import { arn, roleName } from "../arn";
import { token } from "../tokens";
import { eksTags } from "./tags";

const key = ({ id, inputs }: Made) => ({ clusterName: inputs.clusterName, associationId: id });

export const podIdentityAssociation: Definition = {
  type: token.podIdentity,
  create: {
    service: "eks",
    operation: "CreatePodIdentityAssociation",
    fields: {
      clusterName: "clusterName",
      disableSessionTags: "disableSessionTags",
      namespace: "namespace",
      policy: "policy",
      roleArn: "roleArn",
      serviceAccount: "serviceAccount",
      tags: "tags",
      targetRoleArn: "targetRoleArn",
    },
  },
  result: ({ association }) => {
    const { associationId, associationArn } = association as { associationId: string; associationArn: string };
    return { id: associationId, outputs: { associationId, associationArn } };
  },
  answer: ({ clusterName }) => {
    const associationId = freshId("a-");
    const associationArn = arn("eks", `podidentityassociation/${clusterName}/${associationId}`);
    return { association: { associationId, associationArn } };
  },
  fixed: ["clusterName", "namespace", "serviceAccount"],
  updates: [
    {
      inputs: ["roleArn", "disableSessionTags", "targetRoleArn", "policy"],
      calls: (made) => {
        const { roleArn, disableSessionTags, targetRoleArn, policy } = made.inputs;
        const rest = Object.entries({ roleArn, disableSessionTags, targetRoleArn, policy });
        const given = Object.fromEntries(rest.filter(([, value]) => value !== undefined));
        return [{ service: "eks", operation: "UpdatePodIdentityAssociation", params: { ...key(made), ...given } }];
      },
    },
    eksTags("associationArn"),
  ],
  read: (made) => ({ service: "eks", operation: "DescribePodIdentityAssociation", params: key(made) }),
  remove: (made) => [{ service: "eks", operation: "DeletePodIdentityAssociation", params: key(made) }],
  holds: ({ clusterName, roleArn }) => [
    ...holds(token.cluster, clusterName, "ResourceInUseException"),
    ...holds(token.role, roleName(roleArn)),
  ],
  // Kubernetes' own words; the service model takes any text
  rules: ({ roleArn, namespace, serviceAccount }) => [
    ...(/^arn:aws[-a-z]*:iam::\d{12}:role\/.+/.test(String(roleArn)) ? [] : [`roleArn: "${roleArn}" is no role's ARN`]),
    ...Object.entries({ namespace, serviceAccount })
      .filter(([, name]) => !/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(String(name)))
      .map(([input, name]) => `${input}: "${name}" is no name of Kubernetes`),
  ],
};
