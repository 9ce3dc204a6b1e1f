import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { addMounts, type Mounts } from "./mounts";

const config = new pulumi.Config();
const mounts = config.getObject<Mounts>("mounts");

// the namespace is the stack's own, so that tests do not meet
const namespace = new k8s.core.v1.Namespace("namespace", { metadata: { name: config.require("namespace") } });

const service = new sonar.ReplicatedService(
  "chat",
  {
    ...config.requireObject<Omit<sonar.ReplicatedServiceArgs, "platform">>("service"),
    platform: sonar.kubernetes({
      ...config.getObject<object>("platform"),
      namespace: namespace.metadata.name,
      nodes: { gpusPerNode: 8 },
    }),
  },
  { transforms: mounts ? [addMounts(mounts)] : [] },
);

export const url = service.url;
export const apiKeys = service.apiKeys;
