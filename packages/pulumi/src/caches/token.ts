import type * as pulumi from "@pulumi/pulumi";
import { check, object, type Problem, secretArnSchema, text } from "@sonar-iac/topology";
import { input } from "../args";
import { broughtKey, type Platform } from "../platform";
import { type SecretReference, secretReferenceSchema, type TokenReference } from "./args";

const secretArnReferenceSchema = object({
  secretArn: input(secretArnSchema),
  key: text("Name the field of the secret's JSON object, or leave it out.").optional(),
});

/** What is wrong with a token's place. */
export function tokenProblems(token: TokenReference | undefined, platform: Platform | undefined): Problem[] {
  const path = "huggingFaceToken";
  if (token === undefined) return [];
  if (!isArn(token)) return check(secretReferenceSchema, token, path).problems;
  const { problems } = check(secretArnReferenceSchema, token, path);
  if (platform?.secrets !== undefined) return problems;
  return [
    ...problems,
    {
      path: `${path}.secretArn`,
      message:
        'needs a platform that reads AWS Secrets Manager. Use eks({ …, secrets: { kind: "secrets-manager" } }), or a Secret of the cluster: { secretName }.',
    },
  ];
}

/** The token as a Secret of the cluster, which the platform makes where the token is elsewhere. */
export function tokenInCluster(
  name: string,
  platform: Platform,
  token: TokenReference | undefined,
  opts: pulumi.CustomResourceOptions,
): SecretReference | undefined {
  if (token === undefined || !isArn(token)) return token;
  const secretName = platform.secrets?.bring(name, platform.namespace, token, opts);
  return secretName && { secretName, key: broughtKey };
}

const isArn = (token: TokenReference) => typeof token === "object" && token !== null && "secretArn" in token;
