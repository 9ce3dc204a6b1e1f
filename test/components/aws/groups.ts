import type { GpuNodeGroupArgs } from "@sonar-iac/pulumi/aws";

const cluster = { name: "prod", securityGroupId: "sg-cluster", vpcId: "vpc-1" };
const one = ["subnet-1"];
const many = ["subnet-1", "subnet-2"];

/** One node group for each thing that changes what is made. */
export const groups: Record<string, GpuNodeGroupArgs> = {
  "on demand": { cluster, subnetIds: many, instanceType: "g6e.12xlarge", min: 1, max: 3 },
  spot: { cluster, subnetIds: many, instanceType: "g6.12xlarge", capacity: { kind: "spot" } },
  "a Capacity Block with EFA": {
    cluster,
    subnetIds: one,
    instanceType: "p5.48xlarge",
    min: 2,
    max: 4,
    efa: true,
    capacity: { kind: "capacity-block", reservationId: "cr-1" },
  },
  "a reservation": {
    cluster,
    subnetIds: one,
    instanceType: "p5en.48xlarge",
    efa: true,
    capacity: { kind: "reservation", reservationId: "cr-2" },
    placementGroup: { name: "close" },
  },
  "a resource group of reservations": {
    cluster,
    subnetIds: many,
    instanceType: "p4d.24xlarge",
    capacity: { kind: "reservation", resourceGroupArn: "arn:aws:resource-groups:us-east-1:1:group/gpus" },
  },
  "EFA on demand": {
    cluster,
    subnetIds: [
      { id: "subnet-1", availabilityZone: "us-east-1a" },
      { id: "subnet-3", availabilityZone: "us-east-1a" },
    ],
    instanceType: "p6-b300.48xlarge",
    efa: true,
  },
  Bottlerocket: { cluster, subnetIds: many, instanceType: "g6.2xlarge", amiType: "BOTTLEROCKET_x86_64_NVIDIA" },
  "everything given": {
    cluster,
    subnetIds: one,
    instanceType: "g7.8xlarge",
    desired: 0,
    min: 0,
    max: 9,
    efa: true,
    efaSecurityGroupId: "sg-efa",
    securityGroupIds: ["sg-more"],
    placementGroup: false,
    roleArn: "arn:aws:iam::1:role/nodes",
    customAmi: { id: "ami-1", userData: "#!/bin/sh\n" },
    kmsKeyArn: "arn:aws:kms:us-east-1:1:key/1",
    metadataHops: 2,
    nodeRepair: false,
    disk: { sizeGiB: 500, throughputMiBps: 1000 },
    labels: { team: "llm" },
    taints: [{ key: "team", value: "llm", effect: "NoExecute" }],
    updates: { maxUnavailablePercentage: 50, strategy: "MINIMAL" },
    tags: { owner: "llm" },
    overrides: { launchTemplate: { ebsOptimized: "true" }, nodeGroup: { forceUpdateVersion: true } },
  },
};
