import { GpuNodeGroup } from "@sonar-iac/pulumi/aws";

const args = { cluster: { name: "prod" }, subnetIds: ["subnet-1"] };
new GpuNodeGroup("gpus", { ...args, instanceType: "g6.12xlarge", roleArn: "arn:aws:iam::1:role/nodes" });
new GpuNodeGroup("gpus", { ...args, instanceType: "g6.48xlarge", roleArn: "arn:aws:iam::1:role/nodes" });
