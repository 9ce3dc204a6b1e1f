import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";

const config = new pulumi.Config();
const namespace = new k8s.core.v1.Namespace("namespace", { metadata: { name: config.require("namespace") } });
const platform = sonar.kubernetes({ namespace: namespace.metadata.name, nodes: { gpusPerNode: 8 } });
const args = config.requireObject<Omit<sonar.ReplicatedServiceArgs, "platform">>("service");

const modelCache = new sonar.ModelCache("weights", {
  platform,
  model: args.model,
  image: args.image,
  cache: { kind: "storage-class", accessMode: "ReadWriteMany", sizeGiB: 1 },
});

for (const name of config.requireObject<string[]>("names")) {
  new sonar.ReplicatedService(name, { ...args, platform, modelCache });
}
