import { podsOf } from "../../kubernetes";
import { fitsPattern, listSetting, over, type Rule } from "../../rule";
import type { ResourceView } from "../../view";
import { types } from "../aws/types";

/** Some machines are not for everyone to start. */
export const allowedTypes: Rule = {
  name: "allowed-instance-types",
  description: "GPU nodes are of an instance type that is allowed.",
  severity: "medium",
  level: "mandatory",
  tags: ["compliance", "cost"],
  remediation: "Use an allowed instance type, or add the type to allowedInstanceTypes.",
  scope: "resource",
  settings: {
    allowedInstanceTypes: {
      type: "array",
      items: { type: "string" },
      description: "EC2 instance types, such as g6.* or p5.48xlarge; all unless set",
    },
  },
  check: ({ resources, settings }) => {
    const allowed = listSetting(settings, "allowedInstanceTypes");
    if (allowed === undefined) return [];
    return over(resources, (resource) =>
      typesOf(resource)
        .filter((type) => !allowed.some((pattern) => fitsPattern(type, pattern)))
        .map((type) => `the instance type ${type} is not allowed. Use ${allowed.join(" or ")}.`),
    );
  },
};

/** Instance types that the resource itself names. */
function typesOf(resource: ResourceView): string[] {
  const { fields, type } = resource;
  if ([types.launchTemplate, types.instance, types.nodeGroup].includes(type as never))
    return [fields.at("instanceType"), ...fields.at("instanceTypes").items()].flatMap((one) => one.text() ?? []);
  return podsOf(resource).flatMap(
    ({ spec }) => spec.at("nodeSelector", "node.kubernetes.io/instance-type").text() ?? [],
  );
}
