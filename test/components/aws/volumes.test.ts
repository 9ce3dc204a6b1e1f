import * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { EbsClass, EfsVolume, type EksArgs, eks, GpuNodeGroup, LustreVolume, S3Access } from "@sonar-iac/pulumi/aws";
import { describe, expect, it } from "vitest";
import { componentContract } from "../contract";
import { deploy, unknown } from "../harness";

const cluster = { name: "prod", securityGroupId: "sg-cluster", vpcId: "vpc-1" };
const name = () => unknown() as pulumi.Output<string>;
const late = { cluster: { name: name(), securityGroupId: name(), vpcId: name() }, namespace: name() };

componentContract(
  "EfsVolume",
  (opts) => new EfsVolume("files", { cluster, subnetIds: ["subnet-1", "subnet-2"] }, opts),
  (opts) => new EfsVolume("files", { ...late, subnetIds: [name(), name()] }, opts),
);

componentContract(
  "LustreVolume",
  (opts) => new LustreVolume("fast", { cluster, subnetId: "subnet-1", sizeGiB: 2400, throughputMBps: 600 }, opts),
  (opts) => new LustreVolume("fast", { ...late, subnetId: name(), sizeGiB: 2400, throughputMBps: 600 }, opts),
);

const service = (args: Pick<sonar.ReplicatedServiceArgs, "platform" | "modelCache">) => ({
  ...args,
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "Qwen/Qwen3-8B", revision: "0123456789abcdef0123456789abcdef01234567", weightsGiB: 15.3 },
});
const onEks = () =>
  eks({ cluster, subnetIds: ["subnet-1"], nodes: { instanceType: "g6.2xlarge", max: 4 }, modelCache: { kind: "efs" } });

describe("storage that stands alone", () => {
  it("is a class of volumes, for whatever claims one", async () => {
    const { resources } = await deploy(
      () => void new EbsClass("volumes", { throughputMiBps: 1000, deletion: "delete" }),
    );
    const [made] = resources.filter(({ type }) => type.endsWith(":StorageClass"));
    expect(made?.inputs).toMatchObject({ parameters: { iops: "4000", throughput: "1000" }, reclaimPolicy: "Delete" });
  });

  it("lets the accounts read that it is told of", async () => {
    const { resources } = await deploy(
      () =>
        void new S3Access("reading", {
          cluster,
          bucket: "weights",
          namespace: "llm",
          serviceAccounts: ["chat", "batch"],
        }),
    );
    const found = resources.filter(({ type }) => type.endsWith(":PodIdentityAssociation"));
    expect(found.map(({ name, inputs }) => [name, inputs.namespace, inputs.serviceAccount])).toEqual([
      ["reading-chat", "llm", "chat"],
      ["reading-batch", "llm", "batch"],
    ]);
  });

  it("is a claim for a service, on any platform", async () => {
    const { resources } = await deploy(() => {
      const { claimName } = new EfsVolume("files", { cluster, subnetIds: ["subnet-1"] });
      const modelCache = { kind: "claim", claimName, driver: "efs.csi.aws.com" } as const;
      const platform = sonar.kubernetes({ nodes: { gpusPerNode: 1 } });
      new sonar.ReplicatedService("chat", service({ platform, modelCache }));
    });
    const engines = resources.find(({ type }) => type.endsWith(":StatefulSet"));
    expect(JSON.stringify(engines?.inputs)).toContain('"claimName":"files-abc123"');
  });

  it("of Lustre is handed over by the fetch, where that is said", async () => {
    const cache = (takeOver: boolean) =>
      ({ kind: "claim", claimName: "fast", driver: "fsx.csi.aws.com", takeOver }) as const;
    const own = async (takeOver: boolean) => {
      const platform = sonar.kubernetes({ nodes: { gpusPerNode: 1 } });
      const { resources } = await deploy(
        () => void new sonar.ReplicatedService("chat", service({ platform, modelCache: cache(takeOver) })),
      );
      return JSON.stringify(resources.find(({ type }) => type.endsWith(":Job"))?.inputs);
    };
    expect(await own(true)).toContain("os.chown");
    expect(await own(false)).not.toContain("os.chown");
  });

  it("asks AWS for the cluster's VPC where that is not given", async () => {
    const calls = {
      "aws:eks/getCluster:getCluster": () => ({ vpcConfig: { vpcId: "vpc-9", clusterSecurityGroupId: "sg-9" } }),
    };
    const program = () => void new EfsVolume("files", { cluster: { name: "prod" }, subnetIds: ["subnet-1"] });
    const { resources } = await deploy(program, { calls });
    const group = resources.find(({ type }) => type.endsWith(":SecurityGroup"));
    expect(group?.inputs).toMatchObject({ vpcId: "vpc-9", ingress: [{ securityGroups: ["sg-9"] }] });
  });
});

describe("mount targets of EFS", () => {
  const targets = async (args: Partial<EksArgs>) => {
    const nodes = { instanceType: "g6.2xlarge", max: 4 };
    const { resources } = await deploy(() => {
      const platform = eks({ cluster, nodes, modelCache: { kind: "efs" }, ...args });
      new sonar.ReplicatedService("chat", service({ platform }));
    });
    return resources.filter(({ type }) => type.endsWith(":MountTarget")).map(({ inputs }) => inputs.subnetId);
  };
  const group = (...subnetIds: string[]) => ({ instanceType: "g6.2xlarge", max: 4, subnetIds });

  it("are in the subnets of all groups, each once", async () => {
    expect(await targets({ nodes: group("subnet-7") })).toEqual(["subnet-7"]);
    expect(await targets({ subnetIds: ["subnet-1", "subnet-2"] })).toEqual(["subnet-1", "subnet-2"]);
    expect(
      await targets({ nodes: group("subnet-7", "subnet-8"), pools: { serve: group("subnet-8", "subnet-9") } }),
    ).toEqual(["subnet-7", "subnet-8", "subnet-9"]);
    const { resources } = await deploy(() => {
      const gpus = new GpuNodeGroup("gpus", { cluster, subnetIds: ["subnet-5"], instanceType: "g6.2xlarge", max: 4 });
      const platform = eks({ cluster, nodes: gpus, modelCache: { kind: "efs" } });
      new sonar.ReplicatedService("chat", service({ platform }));
    });
    expect(resources.find(({ type }) => type.endsWith(":MountTarget"))?.inputs.subnetId).toBe("subnet-5");
  });

  it("cannot be planned for subnets that come later", async () => {
    const subnetIds = pulumi.output(["subnet-1"]);
    await expect(targets({ subnetIds })).rejects.toThrow(
      "platform.modelCache.subnetIds  are known only when the program runs",
    );
  });
});

describe("a cache of the platform that several services share", () => {
  it("is made and filled once", async () => {
    const { resources } = await deploy(() => {
      const platform = onEks();
      const { image, model } = service({ platform });
      const modelCache = new sonar.ModelCache("weights", { platform, image, model });
      for (const name of ["chat", "batch"]) new sonar.ReplicatedService(name, service({ platform, modelCache }));
    });
    const all = (kind: string) => resources.filter(({ type }) => type.endsWith(`:${kind}`)).map(({ name }) => name);
    expect([all("FileSystem"), all("Job")]).toEqual([["weights-efs"], ["weights-fetch"]]);
    const engines = resources.filter(({ type }) => type.endsWith(":StatefulSet"));
    expect(engines).toHaveLength(2);
    for (const { inputs } of engines) expect(JSON.stringify(inputs)).toContain('"claimName":"weights-efs-abc123"');
  });

  it("gives way to what a service says itself", async () => {
    const { resources } = await deploy(
      () => void new sonar.ReplicatedService("chat", service({ platform: onEks(), modelCache: { kind: "ephemeral" } })),
    );
    expect(resources.filter(({ type }) => type.includes("aws:efs"))).toEqual([]);
  });
});
