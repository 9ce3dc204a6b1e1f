import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();

/** What is there before the program: the test makes it. */
export interface Given {
  vpcId: string;
  /** Of two zones. */
  subnetIds: [string, string];
  clusterName: string;
  clusterSecurityGroupId: string;
  certificateArns: [string, string];
  webAclArns: [string, string];
  /** An S3 bucket. */
  bucket: string;
}

export const given = config.requireObject<Given>("given");

/** `first`; `changed` differs in everything that AWS changes in place; `replaced` in something that it does not, for each type. */
export const variant = config.require("variant");

/** A value that differs once in-place changes are made. */
export const inPlace = <T>(first: T, changed: T): T => (variant === "changed" ? changed : first);
/** A value that differs once replacements are made. */
export const anew = <T>(first: T, replaced: T): T => (variant === "replaced" ? replaced : first);

export const tags = inPlace({ team: "inference", old: "1" } as Record<string, string>, { team: "serving", new: "1" });

export const assume = (service: string) =>
  JSON.stringify({
    Version: "2012-10-17",
    Statement: [{ Effect: "Allow", Principal: { Service: service }, Action: ["sts:AssumeRole", "sts:TagSession"] }],
  });
