import * as sonar from "@sonar-iac/pulumi";
import { eks } from "@sonar-iac/pulumi/aws";

const platform = eks({
  cluster: { name: "prod" },
  subnetIds: [
    { id: "subnet-1", availabilityZone: "us-east-1a" },
    { id: "subnet-2", availabilityZone: "us-east-1b" },
  ],
  nodes: { instanceType: "g6e.12xlarge" },
  modelCache: {
    kind: "fsx-lustre",
    subnetId: { id: "subnet-3", availabilityZone: "us-east-1c" },
    sizeGiB: 3600,
    throughputMBps: 5000,
  },
});

new sonar.ReplicatedService("chat", {
  platform,
  image: "i",
  model: { source: "o/m", weightsGiB: 4000 },
  compileCache: { kind: "claim-per-pod", driver: "s3.csi.aws.com" },
  huggingFaceToken: { secretArn: "hf-token" },
});
