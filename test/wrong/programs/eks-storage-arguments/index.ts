import * as sonar from "@sonar-iac/pulumi";
import { EbsClass, EfsVolume, eks, LustreVolume, S3Access } from "@sonar-iac/pulumi/aws";

/** Every one of them, one after the other: each is told of all that is wrong with it. */
const told: string[] = [];
const tell = (make: () => unknown) => {
  try {
    make();
  } catch (error) {
    told.push((error as Error).message);
  }
};

const cluster = { name: "prod" };
const nodes = { instanceType: "g6e.12xlarge" };
const subnetIds = ["subnet-1"];

tell(() =>
  eks({
    cluster,
    nodes,
    subnetIds,
    modelCache: {
      kind: "efs",
      kmsKeyId: "alias/weights",
      subnetIds: [],
      path: "models",
      securityGroup: "sg-1",
    } as never,
    secrets: { kind: "secrets-manager", recoveryWindowDays: 3, kmsKeyId: "1234", operator: "present" },
  }),
);
tell(() => eks({ cluster, nodes, subnetIds, modelCache: "efs" as never, secrets: { kind: "vault" } as never }));
tell(
  () =>
    new EfsVolume("files", {
      cluster,
      fileSystemId: "fs-1",
      kmsKeyId: "arn:aws:kms:us-east-1:1:key/1",
      throughput: "elastic",
      ...{ fetchImage: "i" },
    }),
);
tell(() => new LustreVolume("fast", { cluster, sizeGiB: 1000, repository: { bucket: "My_Bucket", path: "/a/" } }));
tell(() => new EbsClass("volumes", { iops: 100, throughputMiBps: 5000, kmsKeyId: "arn:aws:s3:::bucket" }));
tell(() => new S3Access("reading", { bucket: "s3://weights", serviceAccounts: [] } as never));
tell(
  () =>
    new sonar.ModelCache("weights", {
      platform: sonar.kubernetes({ nodes: {} }),
      model: { source: "org/model" },
      image: "i",
      cache: { kind: "claim", claimName: "weights" },
      huggingFaceToken: { secretArn: "arn:aws:ssm:us-east-1:111122223333:parameter/hf" },
    }),
);

throw new sonar.InvalidArgsError(
  "Storage",
  "all",
  told.map((message, i) => ({ path: String(i + 1), message })),
);
