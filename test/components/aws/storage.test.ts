import type * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import type { AwsCacheArgs } from "@sonar-iac/pulumi/aws";
import { describe } from "vitest";
import { componentContract } from "../contract";
import { unknown } from "../harness";
import { caches, serviceOf } from "./storage";
import { platformOf } from "./storageMade";

const name = () => unknown() as pulumi.Output<string>;

/** Every name in a cache that may be known only later, unknown. */
function later(cache: AwsCacheArgs | sonar.ModelCacheArgs): AwsCacheArgs | sonar.ModelCacheArgs {
  const names = ["fileSystemId", "securityGroupId", "kmsKeyId", "kmsKeyArn", "roleArn", "fetchImage", "claimName"];
  const late = Object.entries(cache).map(([key, given]) => {
    if (names.includes(key) || key === "storageClass") return [key, name()];
    if (key === "fileSystem") return [key, { id: name(), dnsName: name(), mountName: name() }];
    if (key === "repository") return [key, { ...given, bucket: name() }];
    if (key === "identity") return [key, { oidcProviderArn: name() }];
    return [key, given];
  });
  return Object.fromEntries(late);
}

describe.each(Object.entries(caches))("a service with its weights on %s", (_, variant) => {
  const unknownCluster = { cluster: { name: name(), securityGroupId: name(), vpcId: name() }, namespace: name() };
  componentContract(
    "qwen3",
    (opts) =>
      new sonar.ReplicatedService("qwen3", { ...serviceOf(variant), platform: platformOf(variant.cache) }, opts),
    (opts) =>
      new sonar.ReplicatedService(
        "qwen3",
        { ...serviceOf(variant), platform: platformOf(later(variant.cache), unknownCluster) },
        opts,
      ),
  );
});
