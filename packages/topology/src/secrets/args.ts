import { z } from "zod";
import { object, oneOf } from "../check";

/** Where keys are kept, apart from names and ids. */
export interface SecretsSpec {
  /** AWS Secrets Manager. */
  kind: "secrets-manager";
  /** How they reach the cluster: by the operator External Secrets, or by Pulumi, as Secrets. @default "direct" */
  delivery?: "external-secrets" | "direct";
  /** Days in which a deleted secret can be restored: 7 to 30, or 0 for none. @default 30 */
  recoveryWindowDays?: number;
}

const recovery = (issue: { input?: unknown }) =>
  `must be a whole number of days from 7 to 30, or 0 to delete at once, but it is ${JSON.stringify(issue.input) ?? issue.input}.`;

export const secretsSchema = object({
  kind: oneOf(["secrets-manager"], "Leave secrets out to keep them in Secrets of the cluster alone."),
  delivery: oneOf(["external-secrets", "direct"]).optional(),
  recoveryWindowDays: z
    .number({ error: recovery })
    .refine((days) => days === 0 || (Number.isInteger(days) && days >= 7 && days <= 30), { error: recovery })
    .optional(),
});

const example = "arn:aws:secretsmanager:us-east-1:111122223333:secret:hf-token-AbCdEf";

/** The ARN of a secret of AWS Secrets Manager. Source: its documentation, resource ARNs. */
export const secretArnSchema = z
  .string({ error: `must be the ARN of a secret. For example "${example}".` })
  .superRefine((arn, context) => {
    const wrong = (message: string) => context.addIssue({ code: "custom", message });
    const [scheme, partition = "", service = "", region = "", account = "", kind = "", name = ""] = arn.split(":");
    if (scheme !== "arn" || !/^aws(-[a-z]+)*$/.test(partition) || service === "")
      wrong(`must be an ARN, but it is ${JSON.stringify(arn)}. For example "${example}".`);
    else if (service !== "secretsmanager")
      wrong(`is an ARN of ${service}, but a secret of AWS Secrets Manager is needed. For example "${example}".`);
    else if (region === "" || !/^\d{12}$/.test(account) || kind !== "secret" || name === "")
      wrong(
        `is no secret's ARN: region, account of 12 digits, "secret" and a name must follow. For example "${example}".`,
      );
  });
