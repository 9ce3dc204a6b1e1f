import type * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { deploy, type Registration, value } from "../harness";
import { image, kvCacheArgsOf, kvCacheVariants, model } from "./variants";

/** A cache, and a service that uses it as its entries want it. */
export function used(args: sonar.ExternalKVCacheArgs, opts: pulumi.ComponentResourceOptions = {}) {
  const { platform, engine = {}, runAsUser } = args;
  const kvCache = new sonar.ExternalKVCache("prefixes", args, opts);
  const { blockSize, ...types } = engine;
  const devices = args.backend.kind === "mooncake" && args.backend.protocol === "rdma";
  new sonar.ReplicatedService(
    "qwen3",
    {
      platform: devices ? { ...platform, nodes: { ...platform.nodes, rdmaDevices: { "rdma/hca": 8 } } } : platform,
      image,
      model,
      replicas: 2,
      runAsUser,
      engine: { ...types, ...(blockSize !== undefined && { extraArgs: { "block-size": blockSize } }) },
      kvCache,
    },
    opts,
  );
  return kvCache;
}

/** Manifests as they are parsed. */
export type Json = ReturnType<typeof JSON.parse>;

/** What a variant and its service register. */
export async function made(variant: string) {
  const found = kvCacheVariants[variant];
  if (!found) throw new Error(`no variant "${variant}"`);
  let endpoint: Promise<string> | undefined;
  const recorded = await deploy(() => {
    endpoint = value(used(kvCacheArgsOf(found)).endpoint);
  });
  const all = (kind: string) => recorded.resources.filter(({ type }) => type.endsWith(`:${kind}`));
  const of = (kind: string, logical: string): Registration & Json => {
    const one = all(kind).find(({ name }) => name === logical);
    if (!one) throw new Error(`no ${kind} ${logical}`);
    const { spec, metadata, data } = JSON.parse(JSON.stringify(one.inputs));
    return Object.assign(one, { spec, metadata, data });
  };
  const names = (kind: string) => all(kind).map(({ name }) => name);
  const engine = () => of("StatefulSet", "qwen3-serve").spec.template;
  return { recorded, all, of, names, engine, endpoint: await endpoint };
}

/** What pods of a cache carry, and engines that use it. */
export const label = "sonar-iac/kv-cache";
export const members = { podSelector: { matchLabels: { [label]: "prefixes" } } };
