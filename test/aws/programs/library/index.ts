import * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { type AwsCacheArgs, eks, type GpuGroupArgs, GpuNodeGroup, type SecretsArgs } from "@sonar-iac/pulumi/aws";

/** What is there before the program, as far as it is used; the test makes it. */
interface Given {
  subnetIds: [string, string];
  clusterName: string;
  certificateArns: [string, string];
  secretArn: string;
}
type Service = Omit<sonar.ReplicatedServiceArgs, "platform"> & { nodes: GpuGroupArgs };

const config = new pulumi.Config();
const given = config.requireObject<Given>("given");
const { subnetIds } = given;
// its ids are looked up
const cluster = { name: given.clusterName };

for (const [name, args] of Object.entries(config.getObject<Record<string, GpuGroupArgs>>("groups") ?? {})) {
  new GpuNodeGroup(name, { cluster, subnetIds: subnetIds.slice(0, 1), ...args });
}

const service = config.getObject<Service>("service");
if (service) {
  const { nodes, ...args } = service;
  const loadBalancer = { kind: "alb", certificateArn: given.certificateArns[0] } as const;
  new sonar.ReplicatedService("chat", { ...args, platform: eks({ cluster, subnetIds, nodes, loadBalancer }) });
}

/** Services with weights on a storage each, and with keys in Secrets Manager. */
interface Stored {
  service: Service;
  caches: Record<string, AwsCacheArgs>;
  secrets: SecretsArgs;
}
const stored = config.getObject<Stored>("stored");
for (const [name, modelCache] of Object.entries(stored?.caches ?? {})) {
  const { service: shared, secrets } = stored as Stored;
  const { nodes, ...args } = shared;
  const platform = eks({ cluster, subnetIds, nodes, modelCache, secrets });
  new sonar.ReplicatedService(name, { ...args, huggingFaceToken: { secretArn: given.secretArn }, platform });
}
