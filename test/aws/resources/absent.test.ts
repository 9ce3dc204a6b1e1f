import { afterAll, beforeAll, expect, it } from "vitest";
import type { Call, Values } from "../double/definition";
import { type Started, startSidecar } from "../sidecar/start";
import { notInMoto } from "./absent";
import { arn, iamArn } from "./arn";

let started: Started;
beforeAll(async () => {
  started = await startSidecar();
}, 60_000);
afterAll(() => started?.stop());

const ask = (name: string, params: Values = {}) => {
  const [service, operation] = name.split(".") as [Call["service"], string];
  return started.sidecar.call({ service, operation, params });
};

/** Enough for botocore to write the request. */
const enough: Record<string, Values> = {
  "eks.UpdateNodegroupVersion": { clusterName: "a", nodegroupName: "b" },
  "eks.CreatePodIdentityAssociation": { clusterName: "a" },
  "eks.DescribePodIdentityAssociation": { clusterName: "a", associationId: "b" },
  "eks.UpdatePodIdentityAssociation": { clusterName: "a", associationId: "b" },
  "eks.DeletePodIdentityAssociation": { clusterName: "a", associationId: "b" },
  "efs.UpdateFileSystem": { FileSystemId: "fs-1" },
  "efs.UpdateFileSystemProtection": { FileSystemId: "fs-1" },
};
const forClusters = ["eks.TagResource", "eks.UntagResource"];

// an exception that moto no longer needs must go
it.each(notInMoto.filter((name) => !forClusters.includes(name)))("moto has no %s", async (name) => {
  const { error } = await ask(name, enough[name]);
  expect(error?.code).toBe("NotInMoto");
});

it.each(forClusters)("moto has %s for clusters only", async (name) => {
  const roleArn = iamArn("role/any");
  await ask("eks.CreateCluster", { name, roleArn, resourcesVpcConfig: { subnetIds: [] } });
  const group = { clusterName: name, nodegroupName: "a", nodeRole: roleArn, subnets: [] };
  const { result } = await ask("eks.CreateNodegroup", group);
  const resourceArn = (result?.nodegroup as { nodegroupArn: string } | undefined)?.nodegroupArn;
  const tags = name === "eks.TagResource" ? { tags: { a: "b" } } : { tagKeys: ["a"] };
  const cluster = await ask(name, { resourceArn: arn("eks", `cluster/${name}`), ...tags });
  expect(cluster.error).toBeUndefined();
  const { error } = await ask(name, { resourceArn, ...tags });
  expect(error?.code).toBe("ResourceNotFoundException");
});
