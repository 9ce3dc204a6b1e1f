import type { Definition, Made, Values } from "../../double/definition";
import { later, render } from "../../double/fields";
import { holds } from "../../double/live";
import { freshId } from "../../double/names";
import { ec2Tags, tagSpecification } from "../../double/tags";
import { arn } from "../arn";
import { token } from "../tokens";
import { versionFields } from "./launchTemplateFields";
import { instanceRules, interfaceRules, volumeRules } from "./launchTemplateRules";

const inVersion = Object.fromEntries(
  Object.entries(versionFields).map(([name, field]) => {
    const place = typeof field === "string" ? { to: field } : field;
    return [name, { ...place, to: `LaunchTemplateData.${place.to}` }];
  }),
);

const versionData = (inputs: Values) =>
  render(Object.fromEntries(Object.entries(inputs).filter(([name]) => name in versionFields)), versionFields).params;

/** Every change of content is a new version. It becomes the default one where the inputs say so. */
const newVersion = (now: Made, before: Made) => {
  const version = String(Number(before.outputs.latestVersion) + 1);
  const isDefault = now.inputs.updateDefaultVersion === true;
  return [
    {
      service: "ec2" as const,
      operation: "CreateLaunchTemplateVersion",
      params: {
        LaunchTemplateId: now.id,
        LaunchTemplateData: versionData(now.inputs),
        ...(now.inputs.description !== undefined && { VersionDescription: now.inputs.description }),
      },
    },
    ...(isDefault
      ? [
          {
            service: "ec2" as const,
            operation: "ModifyLaunchTemplate",
            params: { LaunchTemplateId: now.id, DefaultVersion: version },
          },
        ]
      : []),
  ];
};

const groupsOf = ({ vpcSecurityGroupIds, networkInterfaces }: Values) => [
  ...((vpcSecurityGroupIds ?? []) as string[]),
  ...((networkInterfaces ?? []) as Values[]).flatMap(({ securityGroups }) => (securityGroups ?? []) as string[]),
];

/** What instances of a template are made in and with; also the node group that uses it holds these. */
export const templateHolds = (inputs: Values, refuse: boolean) => {
  const { groupName } = (inputs.placement ?? {}) as Values;
  return [
    ...holds(token.securityGroup, [...new Set(groupsOf(inputs))], refuse ? "DependencyViolation" : undefined),
    ...holds(token.placementGroup, groupName, refuse ? "InvalidPlacementGroup.InUse" : undefined),
  ];
};

export const launchTemplate: Definition = {
  type: token.launchTemplate,
  autoname: { input: "name", max: 125 },
  create: {
    service: "ec2",
    operation: "CreateLaunchTemplate",
    fields: {
      ...inVersion,
      name: "LaunchTemplateName",
      namePrefix: later(),
      description: "VersionDescription",
      defaultVersion: later(),
      updateDefaultVersion: later(),
      tags: tagSpecification("launch-template"),
    },
    shape: (params) => ({ LaunchTemplateData: {}, ...params }),
  },
  result: ({ LaunchTemplate }) => {
    const { LaunchTemplateId: id } = LaunchTemplate as { LaunchTemplateId: string };
    return { id, outputs: { arn: arn("ec2", `launch-template/${id}`), latestVersion: 1, defaultVersion: 1 } };
  },
  answer: () => ({ LaunchTemplate: { LaunchTemplateId: freshId("lt-") } }),
  unordered: ["vpcSecurityGroupIds"],
  fixed: ["name", "namePrefix"],
  updates: [
    {
      inputs: [...Object.keys(versionFields), "description"],
      calls: newVersion,
      outputs: ([answer]) => ({
        latestVersion: ((answer as Values).LaunchTemplateVersion as { VersionNumber: number }).VersionNumber,
      }),
    },
    {
      inputs: ["defaultVersion"],
      calls: ({ id, inputs }) => [
        {
          service: "ec2",
          operation: "ModifyLaunchTemplate",
          params: { LaunchTemplateId: id, DefaultVersion: String(inputs.defaultVersion) },
        },
      ],
    },
    ec2Tags(),
  ],
  provider: ["updateDefaultVersion"],
  read: ({ id }) => ({ service: "ec2", operation: "DescribeLaunchTemplates", params: { LaunchTemplateIds: [id] } }),
  remove: ({ id }) => [{ service: "ec2", operation: "DeleteLaunchTemplate", params: { LaunchTemplateId: id } }],
  holds: (inputs) => templateHolds(inputs, false),
  rules: (inputs) => [...interfaceRules(inputs), ...volumeRules(inputs), ...instanceRules(inputs)],
};
