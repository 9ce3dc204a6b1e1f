import * as sonar from "@sonar-iac/pulumi";
import { eks } from "@sonar-iac/pulumi/aws";

const platform = eks({
  cluster: { name: "prod", securityGroupId: "sg-1", vpcId: "vpc-1" },
  subnetIds: [{ id: "subnet-1", availabilityZone: "eu-central-1a" }],
  nodes: { instanceType: "g6.2xlarge" },
  loadBalancer: {
    kind: "nlb",
    scheme: "internet-facing",
    certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
  },
});

// longer than the NLB keeps a silent connection whose TLS it ends, and a certificate of another region
new sonar.ReplicatedService("qwen3", {
  platform,
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "Qwen/Qwen3-8B" },
  maxRequestSeconds: 900,
});
