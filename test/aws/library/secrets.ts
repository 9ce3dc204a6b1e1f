import type * as sonar from "@sonar-iac/pulumi";
import { ExternalSecretsIdentity, type SecretsArgs } from "@sonar-iac/pulumi/aws";
import { cluster, kmsKeyArn, operatorArn, secretArn } from "./given";
import { service } from "./services";

const direct = { kind: "secrets-manager" } as const;
const external = { ...direct, delivery: "external-secrets" } as const;
const tags = { owner: "llm" };

const keys: Record<string, [SecretsArgs, Partial<sonar.ReplicatedServiceArgs>]> = {
  "keys that Pulumi brings": [direct, {}],
  "keys with a key, that can be restored for a week": [
    { ...direct, kmsKeyId: kmsKeyArn, recoveryWindowDays: 7, tags },
    {},
  ],
  "keys that are deleted at once": [{ ...direct, recoveryWindowDays: 0 }, {}],
  "keys of several clients": [direct, { apiKeys: { clients: ["web", "batch.v2"] } }],
  "keys by External Secrets, with the operator's own role": [external, {}],
  "keys by External Secrets, with a role of the service's own": [
    { ...external, operator: { roleArn: operatorArn }, kmsKeyId: kmsKeyArn, recoveryWindowDays: 30, tags },
    {},
  ],
  "a token that Pulumi reads": [direct, { huggingFaceToken: { secretArn } }],
  "a token in one field, that Pulumi reads": [direct, { huggingFaceToken: { secretArn, key: "token" } }],
  "a token by External Secrets": [external, { huggingFaceToken: { secretArn } }],
  "a token by External Secrets, with a role of the service's own": [
    { ...external, operator: { roleArn: operatorArn }, kmsKeyId: kmsKeyArn },
    { huggingFaceToken: { secretArn, key: "token" } },
  ],
};

/** As long as a service's name may be. */
const long = "a-service-whose-name-is-as-long-as-it-is";

/** Programs with keys in AWS Secrets Manager: by Pulumi and by External Secrets, and a token that is there. */
export const secrets = new Map<string, () => void>([
  ...Object.entries(keys).map(([name, [given, args]]): [string, () => void] => [
    name,
    // a claim that is shared fetches once, and only a fetch has the token
    () => service({ secrets: given, modelCache: { kind: "efs" } }, args),
  ]),
  [
    "an identity for External Secrets, which services' roles trust",
    () => {
      const operator = new ExternalSecretsIdentity("external-secrets", { cluster, tags });
      for (const name of ["chat", long])
        service(
          { secrets: { ...external, operator }, modelCache: { kind: "efs" } },
          { huggingFaceToken: { secretArn } },
          name,
        );
    },
  ],
  [
    "an identity for External Secrets in a namespace of its own",
    () => void new ExternalSecretsIdentity("external-secrets", { cluster, namespace: "eso", serviceAccount: "eso" }),
  ],
]);
