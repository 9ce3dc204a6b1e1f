import { describe, expect, it } from "vitest";
import { made } from "./storageMade";

describe("EFS", () => {
  it("is encrypted and elastic, stays when the service goes, and has a mount target in each subnet", async () => {
    const { one, all } = await made("EFS");
    expect(one("FileSystem").inputs).toMatchObject({ encrypted: true, throughputMode: "elastic" });
    expect(one("FileSystem").options.retainOnDelete).toBe(true);
    const targets = all("MountTarget").map(({ inputs }) => [inputs.subnetId, inputs.securityGroups]);
    // AWS refuses a second one in a zone
    expect(all("MountTarget").every(({ options }) => options.deleteBeforeReplace)).toBe(true);
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
