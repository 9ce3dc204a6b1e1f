import type * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { type EksArgs, eks } from "@sonar-iac/pulumi/aws";
import { describe, expect, it } from "vitest";
import { componentContract } from "../contract";
import { deploy, refusal, unknown } from "../harness";

const cluster = { name: "prod", securityGroupId: "sg-cluster", vpcId: "vpc-1" };
const image = "registry.example.com/aphrodite:0.24.1";
const model = { source: "Qwen/Qwen3-8B", revision: "0123456789abcdef0123456789abcdef01234567" };
const oidcProviderArn = "arn:aws:iam::111122223333:oidc-provider/oidc.eks.us-east-1.amazonaws.com/id/ABC";
const roleArn = "arn:aws:iam::111122223333:role/kv";
const platformOf = (over: Partial<EksArgs> = {}) =>
  eks({ cluster, subnetIds: ["subnet-1"], nodes: { instanceType: "g6e.12xlarge" }, ...over });

type Backend = sonar.ObjectStoreCacheArgs;
const backendOf = (over: Partial<Backend> = {}): Backend => ({
  kind: "object-store",
  cpuGiB: 16,
  region: "us-east-1",
  ...over,
});

/** A cache, and a service that uses it. */
function used(platform: sonar.Platform, backend: Backend, opts: pulumi.ComponentResourceOptions = {}) {
  const kvCache = new sonar.ExternalKVCache("prefixes", { platform, model, backend }, opts);
  new sonar.ReplicatedService("qwen3", { platform, image, model, replicas: 2, kvCache }, opts);
  return kvCache;
}

const late = () => unknown() as pulumi.Output<string>;
const variants: Record<string, [Backend, Backend]> = {
  "a new bucket": [backendOf(), backendOf()],
  "a new bucket, by the cluster's OIDC provider": [
    backendOf({ access: { kind: "irsa", oidcProviderArn } }),
    backendOf({ access: { kind: "irsa", oidcProviderArn: late() } }),
  ],
  "a bucket and a role that exist": [
    backendOf({ bucket: "kv", expiry: "by-owner", access: { kind: "pod-identity", roleArn } }),
    backendOf({ bucket: late(), expiry: "by-owner", access: { kind: "pod-identity", roleArn: late() } }),
  ],
  "a bucket that exists, with keys": [
    backendOf({ bucket: "kv", expiry: "by-owner", access: { kind: "secret", secretName: "keys" } }),
    backendOf({ bucket: late(), expiry: "by-owner", access: { kind: "secret", secretName: late() } }),
  ],
};
describe.each(Object.entries(variants))("ExternalKVCache on EKS with %s", (_, [known, unknownNames]) => {
  componentContract(
    "prefixes, and a service that uses them",
    (opts) => used(platformOf(), known, opts),
    (opts) => used(platformOf({ namespace: late() }), unknownNames, opts),
  );
});

async function made(backend: Backend) {
  const { resources } = await deploy(() => void used(platformOf(), backend));
  const all = (kind: string) => resources.filter(({ type }) => type.startsWith("aws:") && type.endsWith(`:${kind}`));
  const one = (kind: string) => {
    const [first, second] = all(kind).filter(({ name }) => /^(prefixes|qwen3-serve-kv-cache)/.test(name));
    if (!first || second) throw new Error(`not one ${kind}`);
    return first;
  };
  const of = (kind: string, name: string) => {
    const found = resources.find(({ type, name: its }) => type.endsWith(`:${kind}`) && its === name);
    if (!found) throw new Error(`no ${kind} ${name}`);
    return JSON.parse(JSON.stringify(found));
  };
  return { resources, all, one, of };
}

describe("a new bucket", () => {
  it("is private, encrypted and over TLS alone, and goes with the cache", async () => {
    const { one } = await made(backendOf());
    expect(one("Bucket").inputs).toEqual({ region: "us-east-1", bucketPrefix: "prefixes-bucket-", forceDestroy: true });
    expect(one("BucketPublicAccessBlock").inputs).toMatchObject({
      blockPublicAcls: true,
      blockPublicPolicy: true,
      ignorePublicAcls: true,
      restrictPublicBuckets: true,
    });
    expect(JSON.stringify(one("BucketServerSideEncryptionConfiguration").inputs)).toContain("AES256");
    const { Statement } = JSON.parse(one("BucketPolicy").inputs.policy as string);
    expect(Statement).toMatchObject([
      { Effect: "Deny", Principal: "*", Condition: { Bool: { "aws:SecureTransport": "false" } } },
    ]);
    expect(one("BucketPolicy").options.dependsOn).toContain(one("BucketPublicAccessBlock").urn);
  });

  it("loses objects after some days, since nothing in the engine removes any", async () => {
    const { one } = await made(backendOf({ expiryDays: 3 }));
    expect(one("BucketLifecycleConfiguration").inputs.rules).toMatchObject([
      { status: "Enabled", filter: { prefix: "" }, expiration: { days: 3 } },
    ]);
  });

  it("is read and written by the service's engines alone, below the cache's prefix", async () => {
    const { one, of } = await made(backendOf());
    const { Statement } = JSON.parse(one("RolePolicy").inputs.policy as string);
    expect(Statement[0]).toMatchObject({
      Action: ["s3:GetObject", "s3:PutObject"],
      Resource: expect.stringMatching(/^arn:aws:s3:::prefixes-bucket[^/]*\/kv-cache\/[0-9a-f]{8}\/\*$/),
    });
    expect(one("PodIdentityAssociation").inputs).toMatchObject({ namespace: "default", serviceAccount: "qwen3-serve" });
    const { dependsOn } = of("StatefulSet", "qwen3-serve").options;
    expect(dependsOn).toEqual(expect.arrayContaining([one("PodIdentityAssociation").urn, one("RolePolicy").urn]));
  });

  it("is reached through the cluster's OIDC provider, if that is how", async () => {
    const { one, all, of } = await made(backendOf({ access: { kind: "irsa", oidcProviderArn } }));
    const role = all("Role").find(({ name }) => name === "qwen3-serve-kv-cache");
    expect(role?.inputs.assumeRolePolicy).toContain("system:serviceaccount:default:qwen3-serve");
    expect(all("PodIdentityAssociation")).toEqual([]);
    expect(Object.keys(of("ServiceAccount", "qwen3-serve").inputs.metadata.annotations)).toEqual([
      "eks.amazonaws.com/role-arn",
    ]);
    expect(one("RolePolicy").name).toBe("qwen3-serve-kv-cache");
  });
});

describe("a bucket that exists", () => {
  it("is left as it is, as is a role", async () => {
    const { one, all } = await made(variants["a bucket and a role that exist"]?.[0] as Backend);
    expect(all("Bucket")).toEqual([]);
    expect(all("RolePolicy").filter(({ name }) => name.includes("kv-cache"))).toEqual([]);
    expect(one("PodIdentityAssociation").inputs.roleArn).toBe(roleArn);
  });

  it("with keys needs no role", async () => {
    const { all } = await made(variants["a bucket that exists, with keys"]?.[0] as Backend);
    expect(all("PodIdentityAssociation")).toEqual([]);
  });
});

describe("a cache that cannot be had on EKS", () => {
  it.each<[string, Backend, string]>([
    [
      "a bucket that grows for ever",
      backendOf({ expiry: "by-owner" }),
      "backend.expiry  leaves the new bucket to grow for ever.",
    ],
    [
      "a rule over the rules of another",
      backendOf({ bucket: "kv" }),
      "backend.expiry  nothing in the engine removes objects",
    ],
    [
      "another store with a bucket of ours",
      backendOf({ endpoint: "http://minio:9000" }),
      "backend.endpoint  is of a store that exists",
    ],
    [
      "a role that trusts nobody",
      backendOf({ access: { kind: "irsa" } }),
      "backend.access  is missing what the role trusts.",
    ],
  ])("is refused: %s", async (_, backend, expected) =>
    expect(await refusal(() => void used(platformOf(), backend))).toContain(expected),
  );

  it("is refused: a second role for one account", async () => {
    const platform = platformOf({ modelCache: { kind: "s3", bucket: "weights" } });
    const its = { source: "s3://weights/qwen" };
    const found = await refusal(() => {
      const kvCache = new sonar.ExternalKVCache("prefixes", { platform, model: its, backend: backendOf() });
      new sonar.ReplicatedService("qwen3", { platform, image, model: its, kvCache });
    });
    expect(found).toContain("kvCache  weights are streamed from S3 by one role");
  });
});
