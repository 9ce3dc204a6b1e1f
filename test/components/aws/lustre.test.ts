import { describe, expect, it } from "vitest";
import { type Inputs, made } from "./storageMade";

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
    const { spec } = (one("Job").inputs.spec as { template: { spec: Inputs } }).template;
    expect(spec.initContainers).toBeUndefined();
    expect(one("PersistentVolume").inputs.spec).toMatchObject({
      csi: { volumeHandle: "fs-2", volumeAttributes: { dnsname: "fs-2.fsx", mountname: "abc" } },
    });
  });
});
