import * as pulumi from "@pulumi/pulumi";
import { type KVCachePlan, kvCacheMaster } from "@sonar-iac/topology";
import type { KVCacheAttachment } from "../engine";
import type { ExternalKVCacheArgs } from "./args";
import { fileCache } from "./filesystem/files";
import { mooncakeStore } from "./mooncake/store";
import { bucketCache } from "./objectStore/bucket";
import { mustPlanCache } from "./plan";
import { serverSite } from "./server";
import { lmcacheServer } from "./valkey/lmcache";

/**
 * A cache of KV blocks that outlives engines, or serves several: prefixes that one engine has computed are loaded by the others. Services take it as
 * `kvCache`; those that would make other entries are refused.
 *
 * @example
 * ```ts
 * const prefixes = new ExternalKVCache("prefixes", {
 *   platform,
 *   image, // with mooncake_master and mooncake_client
 *   model,
 *   backend: { kind: "mooncake", memoryGiB: 256, nodes: 2 },
 * });
 * new ReplicatedService("qwen3", { platform, image, model, replicas: 3, kvCache: prefixes });
 * ```
 * @throws InvalidArgsError with every problem, before anything is created.
 */
export class ExternalKVCache extends pulumi.ComponentResource {
  /** Where the entries are: address of the master or the server, name of the claim or the bucket; "" where each engine has its own. */
  readonly endpoint: pulumi.Output<string>;
  /** What it is, as plain data. */
  readonly plan: KVCachePlan;
  /** The logical name. @internal */
  readonly name: string;
  /** @internal */
  readonly args: ExternalKVCacheArgs;
  /** What engines are given. @internal */
  readonly attachment: KVCacheAttachment;

  constructor(name: string, args: ExternalKVCacheArgs, opts?: pulumi.ComponentResourceOptions) {
    const plan = mustPlanCache(name, args);
    super("sonar:index:ExternalKVCache", name, { plan }, opts);
    this.plan = plan;
    this.name = name;
    this.args = args;
    for (const { path, message } of plan.warnings) void pulumi.log.warn(`${path}: ${message}`, this);
    const { endpoint, ...given } = this.build(plan);
    this.endpoint = endpoint;
    this.attachment = {
      name,
      values: {},
      env: [],
      expanded: [],
      volumes: [],
      mounts: [],
      peerPorts: [],
      after: [],
      ...given,
    };
    this.registerOutputs({ endpoint });
  }

  /** Makes what the backend needs, and says what engines are given of it. */
  private build({ backend }: KVCachePlan): Partial<KVCacheAttachment> & { endpoint: pulumi.Output<string> } {
    const { name, args } = this;
    const opts = { parent: this };
    const { platform } = args;
    const hostOf = (server: string) =>
      pulumi.interpolate`${server}.${platform.namespace}.svc.${platform.clusterDomain}`;
    const siteOf = (suffix: string, part: Parameters<typeof serverSite>[1]["part"]) =>
      serverSite(name, { suffix, part }, args, hostOf, opts);
    const given = args.backend;
    if (backend.kind === "mooncake") {
      const { host, after } = mooncakeStore(backend, siteOf);
      const peerPorts = backend.mode === "embedded" ? backend.dataPorts : [];
      const endpoint = pulumi.interpolate`${host}:${backend.master.ports.rpc}`;
      return { endpoint, values: { [kvCacheMaster]: host }, peerPorts, after };
    }
    if (backend.kind === "filesystem" && given.kind === "filesystem") {
      const made = fileCache(name, backend, given, () => siteOf("cleaning", "kv-cleaning"), opts);
      return { endpoint: made.claimName, ...made };
    }
    if (backend.kind === "object-store" && given.kind === "object-store") {
      const { bucket, ...made } = bucketCache(name, backend, given, platform, opts);
      return { endpoint: pulumi.interpolate`s3://${bucket}/${backend.prefix}`, ...made };
    }
    if (backend.kind === "lmcache" && given.kind === "lmcache") {
      const { host, ...made } = lmcacheServer(backend, given, () => siteOf("server", "kv-server"));
      return { endpoint: pulumi.interpolate`${host}:${backend.server.port}`, ...made };
    }
    return { endpoint: pulumi.output("") };
  }
}
