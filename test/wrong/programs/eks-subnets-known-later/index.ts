import * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { eks } from "@sonar-iac/pulumi/aws";

const platform = eks({
  cluster: { name: "prod" },
  subnetIds: pulumi.output(["subnet-1", "subnet-2"]), // as a VPC component gives them
  nodes: { instanceType: "p5.48xlarge", efa: true },
});

new sonar.ReplicatedService("chat", { platform, image: "i", model: { source: "o/m" } });
