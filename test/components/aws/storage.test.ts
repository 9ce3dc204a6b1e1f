import type * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { type AwsCacheArgs, type EksArgs, eks } from "@sonar-iac/pulumi/aws";
import { describe, expect, it } from "vitest";
import { componentContract } from "../contract";
import { deploy, unknown } from "../harness";
import { caches, serviceOf } from "./storage";

const cluster = { name: "prod", securityGroupId: "sg-cluster", vpcId: "vpc-1" };
const platformOf = (modelCache: EksArgs["modelCache"], over: Partial<EksArgs> = {}) =>
  eks({ cluster, subnetIds: ["subnet-1", "subnet-2"], nodes: { instanceType: "g6e.12xlarge" }, modelCache, ...over });

const name = () => unknown() as pulumi.Output<string>;

/** Every name in a cache that may be known only later, unknown. */
function later(cache: AwsCacheArgs | sonar.ModelCacheArgs): AwsCacheArgs | sonar.ModelCacheArgs {
  const names = ["fileSystemId", "securityGroupId", "kmsKeyId", "kmsKeyArn", "roleArn", "fetchImage", "claimName"];
  const late = Object.entries(cache).map(([key, given]) => {
    if (names.includes(key) || key === "storageClass") return [key, name()];
    if (key === "fileSystem") return [key, { id: name(), dnsName: name(), mountName: name() }];
    if (key === "repository") return [key, { ...given, bucket: name() }];
    if (key === "identity") return [key, { oidcProviderArn: name() }];
    return [key, given];
  });
  return Object.fromEntries(late);
}

describe.each(Object.entries(caches))("a service with its weights on %s", (_, variant) => {
  const unknownCluster = { cluster: { name: name(), securityGroupId: name(), vpcId: name() }, namespace: name() };
  componentContract(
    "qwen3",
    (opts) =>
      new sonar.ReplicatedService("qwen3", { ...serviceOf(variant), platform: platformOf(variant.cache) }, opts),
    (opts) =>
      new sonar.ReplicatedService(
        "qwen3",
        { ...serviceOf(variant), platform: platformOf(later(variant.cache), unknownCluster) },
        opts,
      ),
  );
});

type Inputs = Record<string, unknown>;

/** What a service makes with a cache, by the last part of the type. */
async function made(variant: string) {
  const given = caches[variant];
  if (!given) throw new Error(`no variant "${variant}"`);
  const recorded = await deploy(
    () => void new sonar.ReplicatedService("qwen3", { ...serviceOf(given), platform: platformOf(given.cache) }),
  );
  const below = recorded.resources.filter(({ name }) => name.startsWith("qwen3-weights"));
  const all = (kind: string) => below.filter(({ type }) => type.endsWith(`:${kind}`));
  const one = (kind: string) => {
    const [first, second] = all(kind);
    if (!first || second) throw new Error(`not one ${kind}`);
    return first;
  };
  const set = recorded.resources.find(({ type }) => type.endsWith(":StatefulSet"));
  if (!set) throw new Error("no engines");
  const { spec: pod } = (set.inputs.spec as { template: { spec: Inputs } }).template;
  const account = recorded.resources.find(
    ({ type, name }) => type.endsWith(":ServiceAccount") && name === "qwen3-serve",
  );
  return { all, one, set, pod: JSON.parse(JSON.stringify(pod)), account };
}

describe("EFS", () => {
  it("is encrypted and elastic, stays when the service goes, and has a mount target in each subnet", async () => {
    const { one, all } = await made("EFS");
    expect(one("FileSystem").inputs).toMatchObject({ encrypted: true, throughputMode: "elastic" });
    expect(one("FileSystem").options.retainOnDelete).toBe(true);
    const targets = all("MountTarget").map(({ inputs }) => [inputs.subnetId, inputs.securityGroups]);
    expect(targets).toEqual([
      ["subnet-1", ["qwen3-weights-efs-nodes-abc123-id"]],
      ["subnet-2", ["qwen3-weights-efs-nodes-abc123-id"]],
    ]);
  });

  it("lets only the cluster's nodes in, and by one port", async () => {
    const { inputs } = (await made("EFS")).one("SecurityGroup");
    expect(inputs).toMatchObject({
      vpcId: "vpc-1",
      ingress: [{ protocol: "tcp", fromPort: 2049, toPort: 2049, securityGroups: ["sg-cluster"] }],
      egress: [],
    });
  });

  it("is mounted by an access point of the engines' user, which the fetch and the engines wait for", async () => {
    const { one, all, set, pod } = await made("EFS");
    expect(one("AccessPoint").inputs).toMatchObject({
      posixUser: { uid: 1000, gid: 1000 },
      rootDirectory: { path: "/models", creationInfo: { ownerUid: 1000, ownerGid: 1000, permissions: "755" } },
    });
    expect(one("PersistentVolume").inputs.spec).toMatchObject({
      accessModes: ["ReadWriteMany"],
      persistentVolumeReclaimPolicy: "Retain",
      storageClassName: "",
      csi: {
        driver: "efs.csi.aws.com",
        volumeHandle: "qwen3-weights-efs-abc123-id::qwen3-weights-efs-abc123-id",
      },
    });
    const claim = one("PersistentVolumeClaim");
    expect(claim.inputs.spec).toMatchObject({ storageClassName: "", volumeName: "qwen3-weights-efs-abc123" });
    expect(pod.volumes).toContainEqual({
      name: "weights",
      persistentVolumeClaim: { claimName: "qwen3-weights-efs-abc123" },
    });
    const targets = all("MountTarget").map(({ urn }) => urn);
    for (const { options } of [one("Job"), set])
      expect(options.dependsOn).toEqual(expect.arrayContaining([claim.urn, ...targets]));
  });

  it("takes what is given: key, group, folder, provisioned throughput, one subnet of each zone", async () => {
    const { one, all } = await made("EFS with everything");
    expect(one("FileSystem").inputs).toMatchObject({
      throughputMode: "provisioned",
      provisionedThroughputInMibps: 400,
      kmsKeyId: "arn:aws:kms:us-east-1:111122223333:key/1",
      tags: { owner: "llm" },
    });
    expect(one("FileSystem").options.retainOnDelete).toBe(false);
    expect(one("AccessPoint").inputs.rootDirectory).toMatchObject({ path: "/qwen" });
    expect(all("MountTarget").map(({ name, inputs }) => [name, inputs.subnetId, inputs.securityGroups])).toEqual([
      ["qwen3-weights-efs-mount-us-east-1a", "subnet-a", ["sg-efs"]],
      ["qwen3-weights-efs-mount-us-east-1b", "subnet-b", ["sg-efs"]],
    ]);
    expect(all("SecurityGroup")).toEqual([]);
    expect(JSON.stringify(one("Job").inputs)).toContain("registry.example.com/fetch:1");
  });

  it("that exists gets an access point and a claim only", async () => {
    const { one, all } = await made("EFS that exists");
    for (const kind of ["FileSystem", "MountTarget", "SecurityGroup"]) expect(all(kind)).toEqual([]);
    expect(one("AccessPoint").inputs.fileSystemId).toBe("fs-1");
  });

  it("with a model's path is read only, and nothing is fetched", async () => {
    const { all, pod } = await made("a path on EFS that exists");
    expect(all("Job")).toEqual([]);
    const [container] = pod.containers;
    expect(container.volumeMounts).toContainEqual({ name: "weights", mountPath: "/models", readOnly: true });
  });
});

describe("FSx for Lustre", () => {
  it("is of the second persistent kind and Lustre 2.15, in one subnet, and stays when the service goes", async () => {
    const { one } = await made("FSx for Lustre");
    expect(one("LustreFileSystem").inputs).toMatchObject({
      deploymentType: "PERSISTENT_2",
      storageType: "SSD",
      fileSystemTypeVersion: "2.15",
      storageCapacity: 1200,
      perUnitStorageThroughput: 500,
      subnetIds: "subnet-1",
      securityGroupIds: ["qwen3-weights-lustre-nodes-abc123-id"],
    });
    // its interfaces are in the group, which AWS then keeps anyway
    for (const kind of ["LustreFileSystem", "SecurityGroup"]) expect(one(kind).options.retainOnDelete).toBe(true);
  });

  it("and the nodes let each other in, by Lustre's ports", async () => {
    const { one, all } = await made("FSx for Lustre");
    const rule = (fromPort: number, toPort: number) => ({
      protocol: "tcp",
      fromPort,
      toPort,
      securityGroups: ["sg-cluster"],
      self: true,
    });
    expect(one("SecurityGroup").inputs).toMatchObject({
      ingress: [rule(988, 988), rule(1018, 1023)],
      egress: [rule(988, 988), rule(1018, 1023)],
    });
    const back = all("SecurityGroupIngressRule");
    expect(back.map(({ inputs }) => [inputs.securityGroupId, inputs.fromPort, inputs.toPort])).toEqual([
      ["sg-cluster", 988, 988],
      ["sg-cluster", 1018, 1023],
    ]);
    expect(back.map(({ options }) => options.retainOnDelete)).toEqual([false, false]);
  });

  it("is mounted by its names, and taken over from root by the fetch", async () => {
    const { one } = await made("FSx for Lustre");
    expect(one("PersistentVolume").inputs.spec).toMatchObject({
      csi: {
        driver: "fsx.csi.aws.com",
        volumeHandle: "qwen3-weights-lustre-abc123-id",
        volumeAttributes: { dnsname: "qwen3-weights-lustre-abc123.fsx.fake", mountname: "fake" },
      },
    });
    const { spec } = (one("Job").inputs.spec as { template: { spec: Inputs } }).template;
    expect(spec.initContainers).toMatchObject([
      { command: ["python3", "-c", 'import os; os.chown("/models", 1000, 1000)'], securityContext: { runAsUser: 0 } },
    ]);
  });

  it("shows a folder of a bucket, and then fetches nothing", async () => {
    const { one, all } = await made("FSx for Lustre with a bucket");
    expect(one("DataRepositoryAssociation").inputs).toMatchObject({
      fileSystemId: "qwen3-weights-lustre-abc123-id",
      dataRepositoryPath: "s3://weights/qwen/",
      fileSystemPath: "/bucket",
      batchImportMetaDataOnCreate: true,
      s3: { autoImportPolicy: { events: ["NEW", "CHANGED", "DELETED"] } },
    });
    expect(one("LustreFileSystem").inputs).toMatchObject({
      storageCapacity: 4800,
      perUnitStorageThroughput: 250,
      subnetIds: "subnet-b",
    });
    expect(all("Job")).toEqual([]);
  });

  it("that exists gets a claim only", async () => {
    const { one, all } = await made("FSx for Lustre that exists");
    for (const kind of ["LustreFileSystem", "SecurityGroup", "SecurityGroupIngressRule"]) expect(all(kind)).toEqual([]);
    expect(one("PersistentVolume").inputs.spec).toMatchObject({
      csi: { volumeHandle: "fs-2", volumeAttributes: { dnsname: "fs-2.fsx", mountname: "abc" } },
    });
  });
});

describe("EBS", () => {
  it("has a class of encrypted gp3 volumes, made where the pod is, and a claim for each engine", async () => {
    const { one, set, pod } = await made("EBS");
    expect(one("StorageClass").inputs).toMatchObject({
      provisioner: "ebs.csi.aws.com",
      parameters: { type: "gp3", iops: "3000", throughput: "500", encrypted: "true" },
      volumeBindingMode: "WaitForFirstConsumer",
      reclaimPolicy: "Retain",
    });
    const spec = set.inputs.spec as Inputs & { volumeClaimTemplates: { spec: Inputs }[] };
    expect(spec.volumeClaimTemplates[0]?.spec).toMatchObject({
      accessModes: ["ReadWriteOnce"],
      storageClassName: "qwen3-weights-ebs-abc123",
    });
    expect(spec.persistentVolumeClaimRetentionPolicy).toMatchObject({ whenDeleted: "Retain" });
    expect(pod.initContainers).toMatchObject([{ name: "fetch" }]);
  });

  it("takes what is given, and goes with the service where asked", async () => {
    const { one, set } = await made("EBS with everything");
    expect(one("StorageClass").inputs).toMatchObject({
      parameters: { iops: "6000", throughput: "1000", kmsKeyId: "arn:aws:kms:us-east-1:111122223333:key/1" },
      reclaimPolicy: "Delete",
    });
    expect(set.inputs.spec).toMatchObject({ persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete" } });
  });
});

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
        Condition: { StringLike: { "s3:prefix": ["qwen/*"] } },
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

describe("NVMe", () => {
  it("is an emptyDir of the pod on the node's disks, filled by an init container", async () => {
    const { all, pod } = await made("NVMe");
    expect(pod.volumes).toContainEqual({ name: "weights", emptyDir: { sizeLimit: "100Gi" } });
    expect(pod.initContainers).toMatchObject([{ name: "fetch" }]);
    expect(all("PersistentVolumeClaim")).toEqual([]);
  });
});
