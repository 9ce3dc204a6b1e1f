import { describe, expect, it } from "vitest";
import type { KVCacheSpec } from "./args";
import { planKVCache } from "./plan";

/** Deliberately not the typed spec: a user's program may pass anything. */
const plan = (backend: unknown, over: Record<string, unknown> = {}, name = "prefixes") =>
  planKVCache(name, { model: { source: "Qwen/Qwen3-8B" }, backend, ...over } as KVCacheSpec);
const messages = (...of: Parameters<typeof plan>) => plan(...of).problems.map((p) => `${p.path}: ${p.message}`);
const mooncake = { kind: "mooncake", memoryGiB: 64 };
const cpu = { kind: "cpu", cpuGiB: 8 };

describe("wrong arguments of a cache", () => {
  it.each<[string, unknown, Record<string, unknown>, string]>([
    ["no kind", {}, {}, 'backend.kind: must have the kind "mooncake" or "filesystem"'],
    ["an unknown kind", { kind: "redis" }, {}, 'but it is "redis".'],
    ["no memory", { kind: "mooncake" }, {}, "backend.memoryGiB: must be a number above 0, but it is missing."],
    [
      "memory that holds nothing",
      { ...mooncake, memoryGiB: 0.001 },
      {},
      "backend.memoryGiB: holds nothing: Mooncake needs 16 MiB",
    ],
    [
      "a disk that holds nothing",
      { ...mooncake, ssdGiB: 0.1 },
      {},
      "backend.ssdGiB: holds nothing: Mooncake needs 143 MiB",
    ],
    ["a typing error", { ...mooncake, node: 2 }, {}, 'backend.node: is not an argument. Did you mean "nodes"?'],
    [
      "store nodes where engines lend",
      { ...mooncake, mode: "embedded", nodes: 2 },
      {},
      'backend.nodes: is for store nodes, and with mode "embedded" the engines lend the memory. Either mode: "standalone", or leave it out.',
    ],
    [
      "a second tier where engines lend",
      { ...mooncake, mode: "embedded", ssdGiB: 9 },
      {},
      "backend.ssdGiB: is for store",
    ],
    [
      "devices with TCP",
      { ...mooncake, devices: ["mlx5_0"] },
      {},
      'backend.devices: has no effect with protocol "tcp".',
    ],
    [
      "RDMA without adapters",
      { ...mooncake, protocol: "rdma" },
      {},
      "backend.protocol: needs adapters in the store nodes'",
    ],
    [
      "a port twice",
      { ...mooncake, ports: { metadata: 9003 } },
      {},
      "backend.ports.metrics: 9003 is the port of metadata",
    ],
    [
      "a port of data",
      { ...mooncake, ports: { rpc: 15_500 } },
      {},
      "backend.ports.rpc: 15500 is within 15000 to 17000",
    ],
    [
      "the API's port",
      { ...mooncake, ports: { rpc: 2242 } },
      {},
      "backend.ports.rpc: 2242 is the port of the engines' API",
    ],
    [
      "a volume of one node",
      { kind: "filesystem", cpuGiB: 8, maxGiB: 8, driver: "ebs.csi.aws.com" },
      {},
      "backend.driver: volumes of ebs.csi.aws.com are mounted by one node",
    ],
    [
      "a volume that cannot rename",
      { kind: "filesystem", cpuGiB: 8, maxGiB: 8, driver: "s3.csi.aws.com" },
      {},
      'Either kind: "object-store"',
    ],
    ["no size guard", { kind: "filesystem", cpuGiB: 8 }, {}, "backend.maxGiB: must be a number above 0"],
    [
      "an address without a scheme",
      { kind: "object-store", cpuGiB: 8, region: "a", endpoint: "minio:9000" },
      {},
      "backend.endpoint: must be an address with its scheme",
    ],
    [
      "a slash at the end",
      { kind: "object-store", cpuGiB: 8, region: "a", prefix: "kv/" },
      {},
      "backend.prefix: must be letters",
    ],
    [
      "days that nobody counts",
      { kind: "object-store", cpuGiB: 8, region: "a", expiry: "by-owner", expiryDays: 3 },
      {},
      'backend.expiryDays: has no effect with expiry "by-owner".',
    ],
    [
      "LMCache without a fork",
      { kind: "lmcache", server: { kind: "valkey", memoryGiB: 8 } },
      {},
      "backend.imageHasLMCacheFork: aphrodite 0.24.1 imports lmcache.integration.aphrodite",
    ],
    [
      "a server that never evicts",
      { kind: "lmcache", imageHasLMCacheFork: true, server: { kind: "lmcache-server" } },
      {},
      "backend.server.kind: LMCache's own first server (lmcache_server) never evicts",
    ],
    ["a type of another engine", cpu, { engine: { dtype: "bf16" } }, 'engine.dtype: "bf16" is not a value of --dtype.'],
    [
      "half a shape",
      cpu,
      { model: { source: "m", shape: { layers: 1 } } },
      "model.shape: does not say what a layer keeps",
    ],
    ["a network of nothing", cpu, { network: { gbps: 0 } }, "network.gbps: must be a number above 0, but it is 0."],
  ])("%s", (_, backend, over, expected) => {
    expect(messages(backend, over).join("\n")).toContain(expected);
  });

  it("are told all at once, the name with them", () => {
    const all = messages({ ...mooncake, memoryGiB: -1, devices: ["a"] }, { network: { gbps: 0 } }, "Prefixes");
    expect(all.map((text) => text.split(":")[0])).toEqual(["name", "backend.memoryGiB", "network.gbps"]);
  });
});

describe("warnings of a cache", () => {
  const warned = (backend: unknown) => plan(backend).plan?.warnings.map(({ path }) => path);
  it.each([
    ["one store node", mooncake, ["backend.nodes"]],
    ["several", { ...mooncake, nodes: 3 }, []],
    ["a second tier", { ...mooncake, nodes: 2, ssdGiB: 500 }, ["backend.ssdGiB"]],
    ["lent memory", { ...mooncake, mode: "embedded" }, ["backend.mode"]],
    ["memory that nobody shares", cpu, ["backend.kind"]],
    [
      "an unencrypted store",
      { kind: "object-store", cpuGiB: 8, region: "a", endpoint: "http://minio:9000" },
      ["backend.endpoint"],
    ],
    [
      "an unencrypted server",
      { kind: "lmcache", imageHasLMCacheFork: true, server: { kind: "valkey", memoryGiB: 8, tls: false } },
      ["backend.server.tls"],
    ],
  ])("%s", (_, backend, expected) => {
    expect(warned(backend)).toEqual(expected);
  });
  it.each([
    [500, "in buckets of 64 MiB or 500 entries"],
    [70, "with 70 GiB beside 64 GiB of memory it holds no more"],
  ])("a second tier of %i GiB", (ssdGiB, expected) => {
    expect(plan({ ...mooncake, nodes: 2, ssdGiB }).plan?.warnings[0]?.message).toContain(expected);
  });
});
