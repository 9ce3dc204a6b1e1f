import { describe, expect, it } from "vitest";
import { check } from "../check";
import { secretArnSchema, secretsSchema } from "./args";

describe("the recovery window", () => {
  const problems = (recoveryWindowDays: unknown) =>
    check(secretsSchema, { kind: "secrets-manager", recoveryWindowDays }).problems;

  it.each([0, 7, 30])("may be %s days", (days) => expect(problems(days)).toEqual([]));

  it.each([1, 6, 31, 7.5, -1, "7", null])("may not be %s days", (days) => {
    const [problem] = problems(days);
    expect(problem?.path).toBe("recoveryWindowDays");
    expect(problem?.message).toContain(`from 7 to 30, or 0 to delete at once, but it is ${JSON.stringify(days)}.`);
  });
});

describe("the ARN of a secret", () => {
  const message = (arn: unknown) => check(secretArnSchema, arn).problems[0]?.message;

  it.each([
    "arn:aws:secretsmanager:us-east-1:111122223333:secret:hf-token-AbCdEf",
    "arn:aws-us-gov:secretsmanager:us-gov-west-1:111122223333:secret:a/b-AbCdEf",
    "arn:aws-cn:secretsmanager:cn-north-1:111122223333:secret:a",
  ])("is %s", (arn) => expect(message(arn)).toBeUndefined());

  it.each([
    ["hf-token", "must be an ARN"],
    ["arn:gcp:secretsmanager:us-east-1:111122223333:secret:a", "must be an ARN"],
    ["arn:aws:ssm:us-east-1:111122223333:parameter/hf", "is an ARN of ssm"],
    ["arn:aws:kms:us-east-1:111122223333:key/1", "is an ARN of kms"],
    ["arn:aws:secretsmanager:us-east-1:1111:secret:a", "is no secret's ARN"],
    ["arn:aws:secretsmanager::111122223333:secret:a", "is no secret's ARN"],
    ["arn:aws:secretsmanager:us-east-1:111122223333:secret:", "is no secret's ARN"],
    [42, "must be the ARN of a secret"],
  ])("is not %s", (arn, start) => expect(message(arn)?.startsWith(start), message(arn)).toBe(true));
});
