import * as pulumi from "@pulumi/pulumi";
import { eks } from "@sonar-iac/pulumi/aws";

eks({
  cluster: { name: "", securityGroup: "sg-1" } as never,
  nodes: {
    instanceType: pulumi.output("p5.48xlarge") as never,
    capacity: { kind: "capacity-block" } as never,
    roleArn: "arn:aws:iam::1:role/nodes",
    policies: { own: "" },
    overrides: { nodeGroup: { diskSize: 100 } },
  },
  pools: { prefil: {} } as never,
  devicePlugins: "install" as never,
});
