import { byKind, flag, list, map, object, oneOf, text, wholeNumber } from "@sonar-iac/topology";
import { z } from "zod";
import { input } from "../../args";
import { subnetsSchema } from "../nodeGroup/names";

/** An ARN, checked where it is known; its region is checked with each service. */
const arn = (what: string, pattern: RegExp, note = "") =>
  input(
    text(`Give the ARN of ${what}.`).refine((value) => pattern.test(value), {
      error: ({ input: found }) => `must be the ARN of ${what}, but it is ${JSON.stringify(found)}.${note}`,
    }),
  );

const certificateArn = arn("an ACM certificate", /^arn:[^:]+:acm:[a-z0-9-]+:\d+:certificate\/.+$/);
const webAclArn = arn(
  "a regional web ACL",
  /^arn:[^:]+:wafv2:[a-z0-9-]+:\d+:regional\/webacl\/.+$/,
  " A global one is for CloudFront alone.",
);
const host = input(text('Give the host name, for example "qwen.example.com".'));
const fields = map(z.unknown()).optional();

const common = {
  scheme: oneOf(["internal", "internet-facing"]).optional(),
  subnetIds: subnetsSchema.optional(),
  inboundCidrs: list(input(text("Give a CIDR, for example 10.0.0.0/8.")))
    .min(1, "name at least one.")
    .optional(),
  sslPolicy: input(text("Name a security policy of Elastic Load Balancing.")).optional(),
  region: text('Give a region, for example "us-east-1".')
    .regex(/^[a-z]{2,3}(-[a-z]+)+-\d+$/, {
      error: ({ input: found }) => `must be a region, but it is ${JSON.stringify(found)}. For example "us-east-1".`,
    })
    .optional(),
};

const alb = object({
  kind: z.literal("alb"),
  certificateArn,
  host: host.optional(),
  webAclArn: webAclArn.optional(),
  accessLogs: object({
    bucket: input(text("Name an S3 bucket in the load balancer's region.")),
    prefix: input(
      text("Give a prefix, or leave it out.").refine(
        (prefix) => !/^\/|\/$/.test(prefix) && !prefix.includes("AWSLogs"),
        {
          error:
            'must neither begin nor end with "/", nor hold "AWSLogs", which follows it. Give a folder, for example "qwen".',
        },
      ),
    ).optional(),
  }).optional(),
  tags: map(input(z.string({ error: "must be text: tags are strings." }))).optional(),
  overrides: object({ loadBalancer: fields, targetGroup: fields, listener: fields }).optional(),
  ...common,
});

const groupName = 'Use at most 63 lower-case letters, digits, "-" and ".", with a letter or digit at both ends.';

const albIngress = object({
  kind: z.literal("alb-ingress"),
  host,
  certificateArn: certificateArn.optional(),
  webAclArn: webAclArn.optional(),
  group: object({
    name: text("Name the group.").regex(/^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/, {
      error: ({ input: found }) => `must be a group's name, but it is ${JSON.stringify(found)}. ${groupName}`,
    }),
    order: wholeNumber({ min: -1000, max: 1000, hint: "Lower ones come first." }).optional(),
  }).optional(),
  className: input(text('Name an IngressClass of the controller; "alb" is the default.')).optional(),
  overrides: object({ ingress: object({ metadata: fields, spec: fields }).optional() }).optional(),
  ...common,
});

const nlb = object({
  kind: z.literal("nlb"),
  host: host.optional(),
  certificateArn: certificateArn.optional(),
  crossZone: flag().optional(),
  overrides: object({ service: object({ metadata: fields, spec: fields }).optional() }).optional(),
  ...common,
}).refine(({ sslPolicy, certificateArn: ends }) => sslPolicy === undefined || ends !== undefined, {
  path: ["sslPolicy"],
  error: "has no effect where the NLB does not end TLS. Leave it out, or give certificateArn.",
});

/** Load balancers by kind. */
export const loadBalancerSchema = z.discriminatedUnion(
  "kind",
  [alb, albIngress, nlb],
  byKind(["alb", "alb-ingress", "nlb"]),
);
