import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { addMounts, type Mounts } from "./mounts";

const config = new pulumi.Config();
const mounts = config.getObject<Mounts>("mounts");

// the namespace is the stack's own, so that tests do not meet
const namespace = new k8s.core.v1.Namespace("namespace", { metadata: { name: config.require("namespace") } });

const platform = sonar.kubernetes({
  ...config.getObject<object>("platform"),
  namespace: namespace.metadata.name,
  nodes: { gpusPerNode: 8 },
});
const opts = { transforms: mounts ? [addMounts(mounts)] : [] };
const plain = <T>() => config.requireObject<Omit<T, "platform">>("service");

const cache = config.getObject<Omit<sonar.ExternalKVCacheArgs, "platform">>("kvCache");
const kvCache = cache && new sonar.ExternalKVCache("prefixes", { ...cache, platform }, opts);
const shared = { platform, ...(kvCache && { kvCache }) };

const services = {
  replicated: () => new sonar.ReplicatedService("chat", { ...plain<sonar.ReplicatedServiceArgs>(), ...shared }, opts),
  pd: () => new sonar.PDDisaggregation("chat", { ...plain<sonar.PDDisaggregationArgs>(), ...shared }, opts),
  "multi-node": () => new sonar.MultiNodePipeline("chat", { ...plain<sonar.MultiNodePipelineArgs>(), ...shared }, opts),
};

const service = services[config.require<keyof typeof services>("kind")]();

export const url = service.url;
export const apiKeys = service.apiKeys;
