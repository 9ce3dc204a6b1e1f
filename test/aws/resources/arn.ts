import { account, region } from "./region";

/** An ARN of the tests' account and region. */
export const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:${account}:${rest}`;
/** IAM knows no region. */
export const iamArn = (rest: string) => `arn:aws:iam::${account}:${rest}`;
/** Name of a role from its ARN; a path before it is not part of it. */
export const roleName = (roleArn: unknown) => String(roleArn).split("/").at(-1) as string;
