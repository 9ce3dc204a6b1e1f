import type * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { ExternalSecretsIdentity, eks, type SecretsArgs } from "@sonar-iac/pulumi/aws";
import { describe, expect, it } from "vitest";
import { componentContract } from "../contract";
import { deploy, type Recorded, unknown } from "../harness";

const cluster = { name: "prod", securityGroupId: "sg-cluster", vpcId: "vpc-1" };
const name = () => unknown() as pulumi.Output<string>;

componentContract(
  "ExternalSecretsIdentity",
  (opts) => new ExternalSecretsIdentity("operator", { cluster: { name: "prod" } }, opts),
  (opts) => new ExternalSecretsIdentity("operator", { cluster: { name: name() }, namespace: name() }, opts),
);

const find = ({ resources }: Recorded, kind: string, name: string) => {
  const found = resources.find((one) => one.type.endsWith(`:${kind}`) && one.name === name);
  if (!found) throw new Error(`no ${kind} ${name}`);
  return found;
};
const statements = (policy: unknown) => JSON.parse(String(policy)).Statement;

describe("the operator's identity", () => {
  it("takes roles of services by Pod Identity, and nothing else", async () => {
    const recorded = await deploy(() => {
      const identity = new ExternalSecretsIdentity("operator", { cluster: { name: "prod" } });
      const secrets: SecretsArgs = { kind: "secrets-manager", delivery: "external-secrets", operator: identity };
      const platform = eks({ cluster, subnetIds: ["subnet-1"], nodes: { instanceType: "g6.2xlarge" }, secrets });
      const model = { source: "org/model", revision: "0".repeat(40) };
      new sonar.ReplicatedService("qwen3", { platform, image: "registry.example.com/aphrodite:0.24.1", model });
    });
    expect(find(recorded, "PodIdentityAssociation", "operator-external-secrets").inputs).toMatchObject({
      clusterName: "prod",
      namespace: "external-secrets",
      serviceAccount: "external-secrets",
    });
    expect(statements(find(recorded, "RolePolicy", "operator").inputs.policy)).toEqual([
      {
        Effect: "Allow",
        Action: ["sts:AssumeRole", "sts:TagSession"],
        Resource: "arn:aws:iam::*:role/sonar/external-secrets/*",
      },
    ]);
    expect(String(find(recorded, "Role", "qwen3-keys-reader").inputs.assumeRolePolicy)).toContain(
      "arn:aws:fake:::Role/operator-abc123",
    );
  });
});
