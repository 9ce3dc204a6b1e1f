import { fitsPattern, listSetting, over, type Rule } from "../../rule";
import { objectName } from "../../view";
import { isPublic } from "./scheme";

/** Load balancers of AWS and of most clouds are public unless they are told otherwise. */
export const publicAllowed: Rule = {
  name: "public-load-balancer-allowed",
  description: "A load balancer that the internet reaches is one that somebody allowed by name.",
  severity: "high",
  level: "mandatory",
  tags: ["network", "security"],
  remediation: 'Make it internal, or add its name to "allowPublic" in the rule\'s configuration.',
  scope: "resource",
  settings: {
    allowPublic: {
      type: "array",
      items: { type: "string" },
      description: "names of load balancers that may be public; * stands for anything",
    },
  },
  check: ({ resources, settings }) =>
    over(resources, (resource) => {
      if (!isPublic(resource)) return undefined;
      const names = [resource.name, objectName(resource)];
      const allowed = listSetting(settings, "allowPublic") ?? [];
      if (allowed.some((pattern) => names.some((name) => fitsPattern(name, pattern)))) return undefined;
      return `the internet reaches it, and nobody has allowed that. Make it internal, or add "${resource.name}" to allowPublic.`;
    }),
};
