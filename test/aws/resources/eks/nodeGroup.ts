import type { Definition, Values } from "../../double/definition";
import { holds } from "../../double/live";
import { freshId } from "../../double/names";
import { arn, roleName } from "../arn";
import { templateHolds } from "../ec2/launchTemplate";
import { token } from "../tokens";
import { nodeGroupFields } from "./nodeGroupFields";
import { groupRules, roleRules, templateOf, templateRules } from "./nodeGroupRules";
import { configUpdate, versionUpdate } from "./nodeGroupUpdates";
import { eksTags } from "./tags";

const key = ({ clusterName, nodeGroupName }: Values) => ({ clusterName, nodegroupName: nodeGroupName });

export const nodeGroup: Definition = {
  type: token.nodeGroup,
  autoname: { input: "nodeGroupName", max: 63 },
  create: { service: "eks", operation: "CreateNodegroup", fields: nodeGroupFields },
  result: ({ nodegroup }, { clusterName, nodeGroupName }) => ({
    id: `${clusterName}:${nodeGroupName}`,
    outputs: {
      arn: (nodegroup as { nodegroupArn: string }).nodegroupArn,
      status: "ACTIVE",
      resources: [{ autoscalingGroups: [{ name: `eks-${nodeGroupName}` }], remoteAccessSecurityGroupId: "" }],
    },
  }),
  answer: ({ clusterName, nodeGroupName }) => ({
    nodegroup: { nodegroupArn: arn("eks", `nodegroup/${clusterName}/${nodeGroupName}/${freshId("", 36)}`) },
  }),
  unordered: ["subnetIds", "taints"],
  fixed: [
    "amiType",
    "capacityType",
    "clusterName",
    "diskSize",
    "instanceTypes",
    "launchTemplate.id",
    "launchTemplate.name",
    "nodeGroupName",
    "nodeGroupNamePrefix",
    "nodeRoleArn",
    "remoteAccess",
    "subnetIds",
  ],
  updates: [configUpdate, versionUpdate, eksTags("arn")],
  provider: ["forceUpdateVersion"],
  read: ({ inputs }) => ({ service: "eks", operation: "DescribeNodegroup", params: key(inputs) }),
  remove: ({ inputs }) => [{ service: "eks", operation: "DeleteNodegroup", params: key(inputs) }],
  holds: (inputs, live) => {
    const template = templateOf(inputs, live);
    const { id } = (inputs.launchTemplate ?? {}) as Values;
    return [
      ...holds(token.cluster, inputs.clusterName, "ResourceInUseException"),
      ...holds(token.subnet, inputs.subnetIds, "DependencyViolation"),
      // the instance profile that EKS makes has the role
      ...holds(token.role, roleName(inputs.nodeRoleArn), "DeleteConflict"),
      ...holds(token.launchTemplate, id, "Ec2LaunchTemplateNotFound"),
      ...(template ? templateHolds(template.inputs, true) : []),
    ];
  },
  rules: (inputs, live) => [...groupRules(inputs), ...templateRules(inputs, live), ...roleRules(inputs, live)],
};
