import type * as pulumi from "@pulumi/pulumi";
import { check, map, object, type Problem, type SecretsSpec, secretsSchema } from "@sonar-iac/topology";
import { z } from "zod";
import { input, laterProblem, takeEventual } from "../../args";
import { arn } from "../arn";
import { ExternalSecretsIdentity } from "./identity";

/** Keys in AWS Secrets Manager. */
export interface SecretsArgs extends SecretsSpec {
  /** Key that encrypts the secrets, as an ARN. @default the account's key for Secrets Manager */
  kmsKeyId?: pulumi.Input<string>;
  /**
   * Who External Secrets is: each service then makes a role that reads its secrets alone, which the operator takes. With "present" the
   * operator reads with a role that it has.
   * @default "present"
   */
  operator?: ExternalSecretsIdentity | { roleArn: pulumi.Input<string> } | "present";
  /** Tags of everything that is made. @default {} */
  tags?: Record<string, pulumi.Input<string>>;
}

const names = object({
  kmsKeyId: arn("kms", "arn:aws:kms:us-east-1:111122223333:key/…").optional(),
  operator: z
    .union(
      [
        z.literal("present"),
        z.instanceof(ExternalSecretsIdentity),
        object({ roleArn: arn("iam", "arn:aws:iam::111122223333:role/external-secrets") }),
      ],
      { error: 'must be an ExternalSecretsIdentity, { roleArn } of the operator, or "present".' },
    )
    .optional(),
  tags: map(input(z.string({ error: "must be text: tags are strings." }))).optional(),
});

/** What is wrong with the arguments. */
export function secretsProblems(args: SecretsArgs, base: string): Problem[] {
  if (typeof args !== "object" || args === null) return check(secretsSchema, args, base).problems;
  const { kmsKeyId, operator, tags, ...rest } = args;
  const { plain, eventual } = takeEventual(rest);
  const late = Object.fromEntries(
    Object.entries({ kmsKeyId, operator, tags }).filter(([, value]) => value !== undefined),
  );
  const problems = [
    ...check(secretsSchema, plain, base).problems,
    ...check(names, late, base).problems,
    ...eventual.map((path) => laterProblem(`${base}.${path}`)),
  ];
  if (operator !== undefined && args.delivery !== "external-secrets") {
    problems.push({
      path: `${base}.operator`,
      message: 'has no effect unless delivery is "external-secrets". Leave it out, or give the delivery.',
    });
  }
  return problems;
}
