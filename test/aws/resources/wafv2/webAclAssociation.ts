import type { Definition, Values } from "../../double/definition";
import { isEmpty } from "../../double/fields";
import { holds } from "../../double/live";
import { token } from "../tokens";

const regional = /^arn:[^:]+:wafv2:([a-z0-9-]+):\d+:regional\/webacl\/[^/]+\/[^/]+$/;

/** A web ACL and what it protects are of one region, which their ARNs say. */
function problems({ webAclArn, resourceArn }: Values): string[] {
  const region = regional.exec(String(webAclArn))?.[1];
  if (region === undefined) return [`webAclArn: "${webAclArn}" is not a regional web ACL`];
  const [, , service, other] = String(resourceArn).split(":");
  return service === "elasticloadbalancing" && other !== region
    ? [`webAclArn: is of ${region}, but the load balancer of ${other}`]
    : [];
}

export const webAclAssociation: Definition = {
  type: token.webAclAssociation,
  create: {
    service: "wafv2",
    operation: "AssociateWebACL",
    fields: { resourceArn: "ResourceArn", webAclArn: "WebACLArn" },
  },
  result: (_, { webAclArn, resourceArn }) => ({ id: `${webAclArn},${resourceArn}`, outputs: {} }),
  answer: () => ({}),
  // AWS replaces one association by another, but the provider makes a new resource of it
  fixed: ["resourceArn", "webAclArn"],
  updates: [],
  read: ({ inputs }) => ({
    service: "wafv2",
    operation: "GetWebACLForResource",
    params: { ResourceArn: inputs.resourceArn },
  }),
  remove: ({ inputs }) => [
    { service: "wafv2", operation: "DisassociateWebACL", params: { ResourceArn: inputs.resourceArn } },
  ],
  holds: ({ webAclArn, resourceArn }) => [
    ...holds(token.webAcl, webAclArn, "WAFAssociatedItemException"),
    ...holds(token.loadBalancer, resourceArn),
  ],
  rules: problems,
  isGone: ({ WebACL }) => isEmpty(WebACL),
  // AWS is told the resource alone, so that whatever web ACL it has by then goes; moto keeps both
  beforeRemoval: ({ inputs }, live) =>
    live
      .all(token.webAclAssociation)
      .filter((other) => other.inputs.resourceArn === inputs.resourceArn)
      .map((other) => `${other.inputs.webAclArn}, associated since, would go too`),
};
