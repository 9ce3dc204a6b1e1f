import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import { roleWith } from "../identity";
import type { SecretsArgs } from "./args";
import { readerPath } from "./identity";

/** What an ExternalSecret takes. */
export type Brought =
  | { dataFrom: { extract: { key: pulumi.Input<string>; version: pulumi.Input<string> } }[] }
  | { data: { secretKey: string; remoteRef: { key: pulumi.Input<string>; property?: string } }[] };

const apiVersion = "external-secrets.io/v1";
/** Pulumi goes on once the operator says that it is done. */
const ready = { "pulumi.com/waitFor": "condition=Ready" };

/** What reads secrets for one namespace: with a role for these secrets alone, or with the operator's own. */
export function secretStore(
  name: string,
  namespace: pulumi.Input<string>,
  arns: pulumi.Output<string>[],
  { operator = "present", kmsKeyId, tags }: SecretsArgs,
  opts: pulumi.CustomResourceOptions,
): pulumi.Output<string> {
  const role =
    operator === "present"
      ? undefined
      : roleWith(
          `${name}-reader`,
          { assumeRolePolicy: trusting(operator.roleArn), path: readerPath, tags },
          statements(arns, kmsKeyId),
          opts,
        );
  const region = (arns[0] as pulumi.Output<string>).apply((arn) => arn.split(":")[3] as string);
  const store = new k8s.apiextensions.CustomResource(
    `${name}-store`,
    {
      apiVersion,
      kind: "SecretStore",
      metadata: { namespace, annotations: ready },
      spec: { provider: { aws: { service: "SecretsManager", region, ...(role && { role: role.arn }) } } },
    },
    { ...opts, dependsOn: role ? [role.policy] : [] },
  );
  return store.metadata.name as pulumi.Output<string>;
}

/** The operator takes the role; sessions of Pod Identity have tags, which it must be allowed to hand on. */
const trusting = (roleArn: pulumi.Input<string>) =>
  pulumi.output(roleArn).apply((AWS) =>
    JSON.stringify({
      Version: "2012-10-17",
      Statement: [{ Effect: "Allow", Principal: { AWS }, Action: ["sts:AssumeRole", "sts:TagSession"] }],
    }),
  );

/** What External Secrets asks for. Source: its documentation, AWS Secrets Manager. */
const statements = (arns: pulumi.Output<string>[], kmsKeyId: pulumi.Input<string> | undefined) =>
  pulumi.all([pulumi.all(arns), kmsKeyId]).apply(([Resource, key]): object[] => [
    {
      Effect: "Allow",
      Action: [
        "secretsmanager:GetSecretValue",
        "secretsmanager:DescribeSecret",
        "secretsmanager:ListSecretVersionIds",
        "secretsmanager:GetResourcePolicy",
      ],
      Resource,
    },
    ...(key === undefined ? [] : [{ Effect: "Allow", Action: "kms:Decrypt", Resource: key }]),
  ]);

/**
 * Brings a secret into the cluster, and returns the Secret's name. Another version is another Secret, which is there before pods are told
 * of it.
 */
export function externalSecret(
  name: string,
  namespace: pulumi.Input<string>,
  store: pulumi.Input<string>,
  data: Brought,
  opts: pulumi.CustomResourceOptions,
): pulumi.Output<string> {
  const made = new k8s.apiextensions.CustomResource(
    name,
    {
      apiVersion,
      kind: "ExternalSecret",
      metadata: { namespace, annotations: ready },
      spec: {
        secretStoreRef: { kind: "SecretStore", name: store },
        refreshInterval: "1h0m0s",
        // the Secret has the name of the ExternalSecret, and goes with it
        target: { creationPolicy: "Owner" },
        ...data,
      },
    },
    { ...opts, replaceOnChanges: ["spec"] },
  );
  return made.metadata.name as pulumi.Output<string>;
}
