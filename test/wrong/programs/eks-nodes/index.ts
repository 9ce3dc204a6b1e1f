import * as sonar from "@sonar-iac/pulumi";
import { eks } from "@sonar-iac/pulumi/aws";

const platform = eks({
  cluster: { name: "prod" },
  subnetIds: ["subnet-1", "subnet-2"],
  nodes: {
    instanceType: "g6.12xlarge",
    min: 3,
    max: 2,
    efa: true,
    placementGroup: true,
    capacity: { kind: "capacity-block", reservationId: "cr-1" },
  },
});

new sonar.ReplicatedService("chat", {
  platform,
  image: "i",
  model: { source: "o/m" },
  replicas: 5,
  parallelism: { tensor: 4 },
});
