import * as aws from "@pulumi/aws";
import * as pulumi from "@pulumi/pulumi";
import { anew, assume, given, inPlace, tags } from "./settings";

const cluster = aws.eks.getClusterOutput({ name: given.clusterName });

const role = new aws.iam.Role("node", {
  assumeRolePolicy: assume("ec2.amazonaws.com"),
  description: inPlace("GPU nodes", "GPU nodes of the model"),
  maxSessionDuration: inPlace(3600, 7200),
  path: anew("/", "/gpu/"),
  tags,
});
const policies = ["AmazonEKSWorkerNodePolicy", "AmazonEKS_CNI_Policy", "AmazonEC2ContainerRegistryPullOnly"].map(
  (name) =>
    new aws.iam.RolePolicyAttachment(`node-${name}`, {
      role: role.name,
      policyArn: `arn:aws:iam::aws:policy/${name}`,
    }),
);

const group = new aws.ec2.SecurityGroup("efa", {
  description: anew("EFA between the nodes", "EFA between the pool's nodes"),
  vpcId: given.vpcId,
  tags,
});
const everything = { securityGroupId: group.id, referencedSecurityGroupId: group.id, ipProtocol: "-1", tags };
new aws.vpc.SecurityGroupIngressRule("efa-in", { ...everything, description: inPlace("EFA in", "EFA inwards") });
new aws.vpc.SecurityGroupEgressRule("efa-out", { ...everything, description: inPlace("EFA out", "EFA outwards") });

const placement = new aws.ec2.PlacementGroup("near", { strategy: anew("cluster", "spread"), tags });

const disk = {
  deviceName: "/dev/xvda",
  ebs: {
    volumeType: "gp3",
    volumeSize: inPlace(500, 600),
    iops: 16_000,
    throughput: 1_000,
    encrypted: "true",
    deleteOnTermination: "true",
  },
};
const securityGroups = [group.id, cluster.vpcConfig.clusterSecurityGroupId];
const userData = [
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="//"',
  "",
  "--//",
  "Content-Type: application/node.eks.aws",
  "",
  "apiVersion: node.eks.aws/v1alpha1",
  "kind: NodeConfig",
  "spec: { instance: { localStorage: { strategy: RAID0 } } }",
  "--//--",
].join("\n");

const common = {
  blockDeviceMappings: [disk],
  metadataOptions: { httpEndpoint: "enabled", httpTokens: "required", httpPutResponseHopLimit: 2 },
  monitoring: { enabled: true },
  updateDefaultVersion: true,
  userData: Buffer.from(userData).toString("base64"),
  tagSpecifications: [
    { resourceType: "instance", tags },
    { resourceType: "volume", tags },
  ],
  tags,
};

const block = new aws.ec2.LaunchTemplate("block", {
  ...common,
  description: inPlace("p5 in a capacity block", "p5 in a capacity block, larger disk"),
  instanceType: "p5.48xlarge",
  networkInterfaces: Array.from({ length: 32 }, (_, card) => ({
    networkCardIndex: card,
    deviceIndex: card === 0 ? 0 : 1,
    interfaceType: card === 0 ? "efa" : "efa-only",
    deleteOnTermination: "true",
    securityGroups,
  })),
  instanceMarketOptions: { marketType: "capacity-block" },
  capacityReservationSpecification: {
    capacityReservationPreference: "capacity-reservations-only",
    capacityReservationTarget: { capacityReservationId: "cr-0123456789abcdef0" },
  },
});
const onDemand = new aws.ec2.LaunchTemplate(
  "on-demand",
  {
    ...common,
    namePrefix: "gpu-",
    instanceType: anew("g6e.12xlarge", "g6e.24xlarge"),
    vpcSecurityGroupIds: securityGroups,
    placement: { groupName: placement.name },
  },
  // the whole group is made anew, not its nodes one by one
  { replaceOnChanges: ["instanceType"] },
);

const nodes = {
  clusterName: given.clusterName,
  nodeRoleArn: role.arn,
  labels: inPlace({ "nvidia.com/gpu.present": "true", old: "1" } as Record<string, string>, {
    "nvidia.com/gpu.present": "true",
    pool: "decode",
  }),
  taints: inPlace(
    [{ key: "nvidia.com/gpu", value: "present", effect: "NO_SCHEDULE" }],
    [{ key: "nvidia.com/gpu", value: "true", effect: "NO_SCHEDULE" }],
  ),
  scalingConfig: inPlace({ minSize: 2, maxSize: 4, desiredSize: 2 }, { minSize: 2, maxSize: 6, desiredSize: 3 }),
  nodeRepairConfig: inPlace({ enabled: true }, { enabled: true, maxParallelNodesRepairedCount: 1 }),
  tags,
};
const options = { dependsOn: policies };

new aws.eks.NodeGroup(
  "block",
  {
    ...nodes,
    amiType: "AL2023_x86_64_NVIDIA",
    capacityType: "CAPACITY_BLOCK",
    subnetIds: [given.subnetIds[0]],
    launchTemplate: { id: block.id, version: pulumi.interpolate`${block.latestVersion}` },
    updateConfig: inPlace(
      { maxUnavailable: 1, updateStrategy: "MINIMAL" },
      { maxUnavailable: 2, updateStrategy: "MINIMAL" },
    ),
  },
  options,
);
new aws.eks.NodeGroup(
  "spot",
  {
    ...nodes,
    nodeGroupNamePrefix: "spot-",
    amiType: anew("AL2023_x86_64_NVIDIA", "BOTTLEROCKET_x86_64_NVIDIA"),
    capacityType: "SPOT",
    subnetIds: given.subnetIds,
    launchTemplate: { id: onDemand.id, version: pulumi.interpolate`${onDemand.latestVersion}` },
    updateConfig: inPlace({ maxUnavailablePercentage: 33 }, { maxUnavailablePercentage: 50 }),
  },
  // an autoscaler owns the size
  { ...options, ignoreChanges: ["scalingConfig.desiredSize"] },
);
new aws.eks.NodeGroup(
  "plain",
  {
    ...nodes,
    capacityType: anew("ON_DEMAND", "SPOT"),
    instanceTypes: ["g6e.12xlarge"],
    diskSize: 200,
    subnetIds: given.subnetIds,
  },
  options,
);
