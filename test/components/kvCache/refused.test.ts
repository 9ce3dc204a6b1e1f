import * as sonar from "@sonar-iac/pulumi";
import { describe, expect, it } from "vitest";
import { refusal } from "../harness";
import { image, model } from "./variants";

describe("a cache that cannot be had", () => {
  const platform = sonar.kubernetes({ nodes: { gpusPerNode: 8 } });
  const cacheOf = (args: object) =>
    refusal(() => void new sonar.ExternalKVCache("prefixes", { platform, model, ...args } as never));
  const objects = { kind: "object-store", cpuGiB: 8, region: "us-east-1" };

  it.each<[string, object, string]>([
    [
      "no image",
      { backend: { kind: "mooncake", memoryGiB: 8 } },
      "image  is missing. Give an image with mooncake_master",
    ],
    [
      "a class without claims",
      { image, backend: { kind: "mooncake", memoryGiB: 8, storageClass: "gp3" } },
      "backend.storageClass  is for the claims of a second tier, and there is none.",
    ],
    ["no bucket", { backend: objects }, "backend.bucket  is missing. Either name a bucket that exists, or use eks("],
    [
      "no access",
      { backend: { ...objects, bucket: "kv", expiry: "by-owner" } },
      "backend.access  is missing. Either keys",
    ],
    [
      "no expiry",
      { backend: { ...objects, bucket: "kv", access: { kind: "secret", secretName: "s" } } },
      "backend.expiry  nothing in the engine removes objects, and a rule of ours would take the place of all rules",
    ],
    [
      "an agent that is not there",
      { backend: { ...objects, bucket: "kv", expiry: "by-owner", access: { kind: "pod-identity" } } },
      "backend.access.kind  is for eks({ … }).",
    ],
    [
      "a role that is none",
      { backend: { ...objects, bucket: "kv", expiry: "by-owner", access: { kind: "irsa", roleArn: "kv" } } },
      "backend.access.roleArn  must be the ARN of a role",
    ],
    [
      "a claim that is given and made",
      { backend: { kind: "filesystem", cpuGiB: 8, maxGiB: 100, claimName: "a", storageClass: "efs" } },
      "backend.storageClass  is for a new claim, and backend.claimName names one that exists.",
    ],
    [
      "a claim without room",
      { backend: { kind: "filesystem", cpuGiB: 8, maxGiB: 100, sizeGiB: 100 } },
      "backend.sizeGiB  100 GiB leave no room for what is written between two cleanings",
    ],
    [
      "no certificate",
      { backend: { kind: "lmcache", imageHasLMCacheFork: true, server: { kind: "valkey", memoryGiB: 8 } } },
      "backend.server.tlsSecretName  is missing.",
    ],
    [
      "changes to pods that are not there",
      { backend: { kind: "cpu", cpuGiB: 8 }, overrides: { master: {} } },
      'overrides.master  changes pods that a cache of kind "cpu" does not have',
    ],
    ["a misspelled name", { backend: { ...objects, buckets: "kv" } }, 'Did you mean "bucket"?'],
    [
      "an unknown override",
      { backend: { kind: "cpu", cpuGiB: 8 }, overrides: { masters: {} } },
      'Did you mean "master"?',
    ],
    ["no platform", { platform: undefined, backend: { kind: "cpu", cpuGiB: 8 } }, "platform  is missing."],
    ["no backend", {}, "backend  must"],
  ])("is refused: %s", async (_, args, expected) => expect(await cacheOf(args)).toContain(expected));

  const attached = (args: object, service: object) =>
    refusal(() => {
      const kvCache = new sonar.ExternalKVCache("prefixes", { platform, model, ...args } as never);
      new sonar.ReplicatedService("qwen3", { platform, image, model, kvCache, ...service } as never);
    });
  const memory = { backend: { kind: "cpu", cpuGiB: 8 } };

  it.each<[string, object, object, string]>([
    [
      "another namespace",
      memory,
      { platform: sonar.kubernetes({ namespace: "other", nodes: {} }) },
      'kvCache  the cache "prefixes" is in the namespace "default", but the service in "other"',
    ],
    [
      "another user",
      { backend: { kind: "filesystem", cpuGiB: 8, maxGiB: 100 } },
      { runAsUser: 2000 },
      'kvCache  the cache "prefixes" is cleaned by the user 1000, but these engines write as 2000.',
    ],
    ["another model", memory, { model: { source: "Qwen/Qwen3-4B" } }, "Qwen/Qwen3-4B"],
    ["no component", memory, { kvCache: { backend: { kind: "cpu" } } }, "kvCache  must be an ExternalKVCache"],
  ])("is no cache of a service: %s", async (_, args, service, expected) =>
    expect(await attached(args, service)).toContain(expected),
  );
});
