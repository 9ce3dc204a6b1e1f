import { describe, expect, it } from "vitest";
import { made } from "./storageMade";

describe("S3", () => {
  const policy = (text: unknown) => JSON.parse(String(text)).Statement;

  it("is read by the engines' account alone, by Pod Identity, and from the one folder", async () => {
    const { one, account, set } = await made("S3");
    expect(one("PodIdentityAssociation").inputs).toMatchObject({
      clusterName: "prod",
      namespace: "default",
      serviceAccount: "qwen3-serve",
    });
    expect(policy(one("Role").inputs.assumeRolePolicy)).toEqual([
      {
        Effect: "Allow",
        Principal: { Service: "pods.eks.amazonaws.com" },
        Action: ["sts:AssumeRole", "sts:TagSession"],
      },
    ]);
    expect(policy(one("RolePolicy").inputs.policy)).toEqual([
      { Effect: "Allow", Action: "s3:GetObject", Resource: "arn:aws:s3:::weights/qwen/*" },
      {
        Effect: "Allow",
        Action: "s3:ListBucket",
        Resource: "arn:aws:s3:::weights",
        Condition: { StringLike: { "s3:prefix": ["qwen", "qwen/*"] } },
      },
    ]);
    expect(account?.inputs.metadata).not.toHaveProperty("annotations");
    // a pod gets its role when it is made
    const waits = [one("PodIdentityAssociation").urn, one("RolePolicy").urn];
    expect(set.options.dependsOn).toEqual(expect.arrayContaining(waits));
  });

  it("has no fetch, and nothing mounted for weights", async () => {
    const { all, pod } = await made("S3");
    for (const kind of ["Job", "PersistentVolume", "PersistentVolumeClaim", "ConfigMap"]) expect(all(kind)).toEqual([]);
    expect(pod.initContainers).toBeUndefined();
    expect(JSON.stringify([pod.volumes, pod.containers[0].volumeMounts])).not.toContain("weights");
    expect(pod.containers[0].args.join(" ")).toContain("serve s3://weights/qwen/32b");
  });

  it("may be read by the cluster's OIDC provider, for the one account", async () => {
    const { one, all, account } = await made("S3 by the cluster's OIDC provider");
    expect(all("PodIdentityAssociation")).toEqual([]);
    expect(account?.inputs.metadata).toMatchObject({
      annotations: { "eks.amazonaws.com/role-arn": "arn:aws:fake:::Role/qwen3-weights-s3-abc123" },
    });
    const issuer = "oidc.eks.us-east-1.amazonaws.com/id/ABC";
    expect(policy(one("Role").inputs.assumeRolePolicy)).toEqual([
      {
        Effect: "Allow",
        Principal: { Federated: `arn:aws:iam::111122223333:oidc-provider/${issuer}` },
        Action: "sts:AssumeRoleWithWebIdentity",
        Condition: {
          StringEquals: {
            [`${issuer}:aud`]: "sts.amazonaws.com",
            [`${issuer}:sub`]: ["system:serviceaccount:default:qwen3-serve"],
          },
        },
      },
    ]);
    expect(policy(one("RolePolicy").inputs.policy)).toContainEqual({
      Effect: "Allow",
      Action: "kms:Decrypt",
      Resource: "arn:aws:kms:us-east-1:111122223333:key/1",
    });
  });

  it("takes a role that exists", async () => {
    const { one, all } = await made("S3 with a role that exists");
    expect(all("Role")).toEqual([]);
    expect(one("PodIdentityAssociation").inputs.roleArn).toBe("arn:aws:iam::111122223333:role/reader");
  });
});
