import * as pulumi from "@pulumi/pulumi";
import { byKind, capacityKinds, list, map, object, text } from "@sonar-iac/topology";
import { z } from "zod";
import { input } from "../../args";

const name = (what: string) => input(text(`Give ${what}.`));

const reservation = object({
  kind: z.literal("reservation"),
  reservationId: name("the id of the reservation").optional(),
  resourceGroupArn: name("the ARN of a resource group of reservations").optional(),
}).refine(({ reservationId, resourceGroupArn }) => (reservationId === undefined) !== (resourceGroupArn === undefined), {
  error: "needs either reservationId or resourceGroupArn. Give one of the two.",
});

/** Settings that EKS refuses in a launch template, or beside one. Source: EKS user guide, launch templates. */
const refused = {
  launchTemplate: ["iamInstanceProfile", "instanceInitiatedShutdownBehavior", "hibernationOptions", "instanceType"],
  nodeGroup: ["diskSize", "remoteAccess", "instanceTypes", "launchTemplate"],
};

const overrides = (kind: keyof typeof refused) =>
  map(z.unknown())
    .superRefine((value, context) => {
      for (const key of Object.keys(value).filter((key) => refused[kind].includes(key)))
        context.addIssue({
          code: "custom",
          path: [key],
          message: "cannot be overridden: EKS refuses it here, or the group's own arguments say it. Leave it out.",
        });
    })
    .optional();

const subnetsError = "must be a list of subnets, each an id or { id, availabilityZone }. Give at least one.";

/** A subnet, with its zone where that is stated. */
export const subnetSchema = z.union([
  name("the id of a subnet"),
  object({ id: name("the subnet's id"), availabilityZone: text('Give a zone, for example "us-east-1a".') }),
]);

/** Subnets, each with its zone where that is stated. */
export const subnetsSchema = z.union(
  [
    z.custom<pulumi.Output<string[]>>((value) => pulumi.Output.isInstance(value) || value instanceof Promise),
    z.array(subnetSchema).min(1, subnetsError),
  ],
  { error: subnetsError },
);

/** What is known only later in the arguments of a group; the plain rest is topology's to check. */
export const groupNames = object({
  capacity: z
    .discriminatedUnion(
      "kind",
      [
        object({ kind: z.literal("on-demand") }),
        object({ kind: z.literal("spot") }),
        object({
          kind: z.literal("capacity-block"),
          reservationId: name('the id of the Capacity Block\'s reservation, for example "cr-0123456789abcdef0"'),
        }),
        reservation,
      ],
      byKind(capacityKinds),
    )
    .optional(),
  placementGroup: z
    .union([z.boolean(), object({ name: name("the name of a placement group") })], {
      error: "must be true, false or { name }.",
    })
    .optional(),
  customAmi: object({ id: name("the AMI's id"), userData: name("the user data as text") }).optional(),
  version: name("a version of Kubernetes").optional(),
  releaseVersion: name("a version of the AMI").optional(),
  roleArn: name("the ARN of the nodes' role").optional(),
  policies: map(name("the ARN of a policy")).optional(),
  efaSecurityGroupId: name("the id of a security group").optional(),
  securityGroupIds: list(name("the id of a security group")).optional(),
  kmsKeyArn: name("the ARN of a key").optional(),
  tags: map(input(z.string({ error: "must be text: tags are strings." }))).optional(),
  overrides: object({
    launchTemplate: overrides("launchTemplate"),
    nodeGroup: overrides("nodeGroup"),
  }).optional(),
});

/** The arguments that {@link groupNames} checks. */
export const nameKeys = Object.keys(groupNames.shape);
