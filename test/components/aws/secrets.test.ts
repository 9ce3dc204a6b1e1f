import { join } from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { type EksArgs, eks, type SecretsArgs } from "@sonar-iac/pulumi/aws";
import { describe, expect, it } from "vitest";
import { withCrds } from "../../kubernetes/crds";
import { componentContract } from "../contract";
import { deploy, type Recorded, type Registration, unknown } from "../harness";

const validate = withCrds(join(__dirname, "../../kubernetes/crds"));
const secretHolders = ["aws:secretsmanager/secretVersion:SecretVersion"];
const cluster = { name: "prod", securityGroupId: "sg-cluster", vpcId: "vpc-1" };
const kms = "arn:aws:kms:us-east-1:111122223333:key/1";
const operator = { roleArn: "arn:aws:iam::111122223333:role/operator" };
const tokenArn = "arn:aws:secretsmanager:eu-west-1:111122223333:secret:hf-AbCdEf";
const image = "registry.example.com/aphrodite:0.24.1";
const model = { source: "Qwen/Qwen3-8B", revision: "0123456789abcdef0123456789abcdef01234567" };
const modelCache: EksArgs["modelCache"] = { kind: "efs" };

const service = (secrets: SecretsArgs, over: Partial<sonar.ReplicatedServiceArgs> = {}) => ({
  platform: eks({ cluster, subnetIds: ["subnet-1"], nodes: { instanceType: "g6.2xlarge" }, modelCache, secrets }),
  image,
  model,
  apiKeys: { clients: ["web", "batch.v2"] },
  huggingFaceToken: { secretArn: tokenArn },
  ...over,
});

/** What Secrets Manager has, for those that ask Pulumi to read it. */
const stored = "hf_0123456789abcdef";
const calls = {
  "aws:secretsmanager/getSecretVersion:getSecretVersion": () => ({ secretString: stored }),
};

const variants: Record<string, SecretsArgs> = {
  "External Secrets that can read": { kind: "secrets-manager", delivery: "external-secrets" },
  "External Secrets and a role for each service": {
    kind: "secrets-manager",
    delivery: "external-secrets",
    operator,
    kmsKeyId: kms,
    recoveryWindowDays: 7,
    tags: { owner: "llm" },
  },
};

const name = () => unknown() as pulumi.Output<string>;

describe.each(Object.entries(variants))("keys by %s", (_, secrets) => {
  componentContract(
    "qwen3",
    (opts) => new sonar.ReplicatedService("qwen3", service(secrets), opts),
    (opts) => {
      const late = {
        ...(secrets.kmsKeyId && { kmsKeyId: name() }),
        ...(secrets.operator && { operator: { roleArn: name() } }),
      };
      const args = service({ ...secrets, ...late }, { huggingFaceToken: { secretArn: name() } });
      return new sonar.ReplicatedService("qwen3", args, opts);
    },
    { validate, secretHolders },
  );
});

componentContract(
  "ReplicatedService with keys that Pulumi brings",
  (opts) =>
    new sonar.ReplicatedService("qwen3", service({ kind: "secrets-manager" }, { huggingFaceToken: undefined }), opts),
  (opts) =>
    new sonar.ReplicatedService(
      "qwen3",
      service({ kind: "secrets-manager", kmsKeyId: name() }, { huggingFaceToken: undefined }),
      opts,
    ),
  { secretHolders },
);

type Inputs = Record<string, unknown>;

const find = ({ resources }: Recorded, kind: string, name: string): Registration => {
  const found = resources.find((one) => one.type.endsWith(`:${kind}`) && one.name === name);
  if (!found) throw new Error(`no ${kind} ${name}`);
  return found;
};
const run = (secrets: SecretsArgs, over?: Partial<sonar.ReplicatedServiceArgs>) =>
  deploy(() => void new sonar.ReplicatedService("qwen3", service(secrets, over)), { calls });
const statements = (policy: unknown) => JSON.parse(String(policy)).Statement;

describe("keys in AWS Secrets Manager", () => {
  it("are two secrets, so that engines cannot read the clients', with key and window as given", async () => {
    const recorded = await run(variants["External Secrets and a role for each service"] as SecretsArgs);
    for (const role of ["clients", "engine"]) {
      expect(find(recorded, "Secret", `qwen3-keys-${role}`).inputs).toEqual({
        namePrefix: `qwen3-keys-${role}-`,
        kmsKeyId: kms,
        recoveryWindowInDays: 7,
        tags: { owner: "llm" },
      });
    }
    const entries = (role: string) =>
      Object.keys(JSON.parse(String(find(recorded, "SecretVersion", `qwen3-keys-${role}`).inputs.secretString)));
    expect([entries("clients"), entries("engine")]).toEqual([["web", "batch.v2"], ["engine"]]);
  });

  it("are brought by their version, so that another key is another Secret before pods are told", async () => {
    const recorded = await run(variants["External Secrets that can read"] as SecretsArgs);
    const brought = find(recorded, "ExternalSecret", "qwen3-keys-clients");
    expect(brought.inputs.metadata).toEqual({
      namespace: "default",
      annotations: { "pulumi.com/waitFor": "condition=Ready" },
    });
    expect(brought.inputs.spec).toEqual({
      secretStoreRef: { kind: "SecretStore", name: "qwen3-keys-store-abc123" },
      refreshInterval: "1h0m0s",
      target: { creationPolicy: "Owner" },
      dataFrom: [
        {
          extract: {
            key: "arn:aws:secretsmanager:us-east-1:111122223333:secret:qwen3-keys-clients-abc123",
            version: "uuid/version-1",
          },
        },
      ],
    });
    expect(brought.options.replaceOnChanges).toEqual(["spec"]);
    const pods = recorded.resources.filter(({ type }) => /:(StatefulSet|Deployment)$/.test(type));
    expect(JSON.stringify(pods.map(({ inputs }) => inputs))).toContain('"secretName":"qwen3-keys-clients-abc123"');
    expect(JSON.stringify(pods.map(({ inputs }) => inputs))).toContain('"name":"qwen3-keys-engine-abc123"');
    expect(recorded.resources.filter(({ type }) => type === "kubernetes:core/v1:Secret")).toEqual([]);
  });

  it("are read with a role of the service's own, which only the operator takes", async () => {
    const recorded = await run(variants["External Secrets and a role for each service"] as SecretsArgs);
    const role = find(recorded, "Role", "qwen3-keys-reader");
    expect(role.inputs.path).toBe("/sonar/external-secrets/");
    expect(statements(role.inputs.assumeRolePolicy)).toEqual([
      { Effect: "Allow", Principal: { AWS: operator.roleArn }, Action: ["sts:AssumeRole", "sts:TagSession"] },
    ]);
    const policy = find(recorded, "RolePolicy", "qwen3-keys-reader");
    const arn = (secret: string) => `arn:aws:secretsmanager:us-east-1:111122223333:secret:qwen3-keys-${secret}-abc123`;
    expect(statements(policy.inputs.policy)).toEqual([
      {
        Effect: "Allow",
        Action: [
          "secretsmanager:GetSecretValue",
          "secretsmanager:DescribeSecret",
          "secretsmanager:ListSecretVersionIds",
          "secretsmanager:GetResourcePolicy",
        ],
        Resource: [arn("clients"), arn("engine")],
      },
      { Effect: "Allow", Action: "kms:Decrypt", Resource: kms },
    ]);
    const store = find(recorded, "SecretStore", "qwen3-keys-store");
    expect(store.inputs.spec).toEqual({
      provider: {
        aws: { service: "SecretsManager", region: "us-east-1", role: "arn:aws:fake:::Role/qwen3-keys-reader-abc123" },
      },
    });
    expect(store.options.dependsOn).toContain(policy.urn);
  });

  it("stand in Secrets of the cluster too where Pulumi brings them", async () => {
    const recorded = await run({ kind: "secrets-manager" });
    const secrets = recorded.resources.filter(({ type }) => type === "kubernetes:core/v1:Secret");
    expect(secrets.map(({ name }) => name).sort()).toEqual([
      "qwen3-keys-clients",
      "qwen3-keys-engine",
      "qwen3-weights-token",
    ]);
    expect(recorded.resources.filter(({ type }) => /External|SecretStore/.test(type))).toEqual([]);
  });
});

describe("a token in AWS Secrets Manager", () => {
  const token = ({ resources }: Recorded) => {
    const job = resources.find(({ type }) => type.endsWith(":Job"));
    if (!job) throw new Error("no fetch");
    const { spec } = (job.inputs.spec as { template: { spec: { containers: { env: Inputs[] }[] } } }).template;
    return spec.containers[0]?.env.find(({ name }) => name === "HF_TOKEN")?.valueFrom;
  };

  it("is brought by External Secrets from its own region, whole or one field of it", async () => {
    const whole = await run(variants["External Secrets that can read"] as SecretsArgs);
    const brought = find(whole, "ExternalSecret", "qwen3-weights-token");
    expect(brought.inputs.spec).toMatchObject({ data: [{ secretKey: "token", remoteRef: { key: tokenArn } }] });
    expect(find(whole, "SecretStore", "qwen3-weights-token-store").inputs.spec).toMatchObject({
      provider: { aws: { region: "eu-west-1" } },
    });
    expect(token(whole)).toEqual({ secretKeyRef: { name: "qwen3-weights-token-abc123", key: "token" } });
    const field = await run(variants["External Secrets that can read"] as SecretsArgs, {
      huggingFaceToken: { secretArn: tokenArn, key: "hf" },
    });
    expect(find(field, "ExternalSecret", "qwen3-weights-token").inputs.spec).toMatchObject({
      data: [{ remoteRef: { key: tokenArn, property: "hf" } }],
    });
  });

  it("is read by Pulumi where that brings the keys, and stays a secret", async () => {
    const secret = find(await run({ kind: "secrets-manager" }), "Secret", "qwen3-weights-token");
    expect(secret.inputs.stringData).toEqual({ token: stored });
    expect(secret.secrets).toContain("stringData");
  });

  it("may be a field of a secret that Pulumi reads", async () => {
    const withField = {
      "aws:secretsmanager/getSecretVersion:getSecretVersion": () => ({ secretString: '{"hf":"abc"}' }),
    };
    const args = service({ kind: "secrets-manager" }, { huggingFaceToken: { secretArn: tokenArn, key: "hf" } });
    const recorded = await deploy(() => void new sonar.ReplicatedService("qwen3", args), { calls: withField });
    expect(find(recorded, "Secret", "qwen3-weights-token").inputs.stringData).toEqual({ token: "abc" });
  });

  it("is not looked at where nothing is fetched", async () => {
    const { resources } = await run(
      { kind: "secrets-manager" },
      { model: { source: "/models/x" }, modelCache: { kind: "claim", claimName: "w" } },
    );
    expect(resources.filter(({ name }) => name.includes("token"))).toEqual([]);
  });
});
