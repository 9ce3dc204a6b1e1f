import { describe, expect, it } from "vitest";
import type { KVCacheBackendPlan, MooncakePlan } from "../plan";
import type { KVCacheBackendSpec, KVCacheSpec } from "./args";
import { capacityGiB, planKVCache } from "./plan";

const model = { source: "Qwen/Qwen3-8B" };
const backendOf = (backend: KVCacheBackendSpec, over: Partial<KVCacheSpec> = {}): KVCacheBackendPlan => {
  const { plan, problems } = planKVCache("prefixes", { model, backend, ...over });
  if (!plan) throw new Error(JSON.stringify(problems));
  return plan.backend;
};
const mooncake = (over: Partial<Extract<KVCacheBackendSpec, { kind: "mooncake" }>> = {}) =>
  backendOf({ kind: "mooncake", memoryGiB: 64, ...over }) as MooncakePlan;

describe("mooncake", () => {
  it("has a store node that owns the memory, and a master with its metadata server", () => {
    const { master, stores, lentGiB, mode } = mooncake();
    expect(mode).toBe("standalone");
    expect(lentGiB).toBe(0);
    expect(master.argv).toEqual(
      expect.arrayContaining([
        "mooncake_master",
        "--rpc_port=50051",
        "--http_metadata_server_port=8080",
        "--metrics_port=9003",
      ]),
    );
    expect(stores).toMatchObject({ replicas: 1, memoryGiB: 64, ssd: null, rdmaDevices: {} });
    expect(stores?.argv).toContain("--global_segment_size=65536 MB");
    expect(stores?.resources.memoryGiB).toBeGreaterThan(64);
  });

  it("tells store nodes of the master's ports", () => {
    const { master, stores } = mooncake({ ports: { rpc: 6001, metadata: 6002 } });
    expect(master.ports).toEqual({ rpc: 6001, metadata: 6002, metrics: 9003 });
    expect(stores?.argv).toContain("--master_server_address=$(SONAR_KV_CACHE_MASTER):6001");
    expect(stores?.argv).toContain("--metadata_server=http://$(SONAR_KV_CACHE_MASTER):6002/metadata");
  });

  it("has no store nodes where engines lend the memory", () => {
    expect(mooncake({ mode: "embedded" })).toMatchObject({ stores: null, lentGiB: 64 });
  });

  it("turns the second tier on in the master and in store nodes, and leaves room on its claim", () => {
    const { master, stores } = mooncake({ ssdGiB: 500 });
    expect(master.argv).toContain("--enable_offload=true");
    expect(stores?.argv).toContain("--enable_offload=true");
    expect(stores?.ssd).toEqual({ sizeGiB: 500, mountPath: "/ssd" });
    expect(stores?.env).toMatchObject({
      MOONCAKE_OFFLOAD_BUCKET_EVICTION_POLICY: "lru",
      MOONCAKE_OFFLOAD_BUCKET_MAX_TOTAL_SIZE: String(450 * 2 ** 30),
      MOONCAKE_OFFLOAD_BUCKET_SIZE_LIMIT_BYTES: String(64 * 2 ** 20),
      MOONCAKE_OFFLOAD_TOTAL_SIZE_LIMIT_BYTES: String(450 * 2 ** 30),
    });
    expect(Object.keys(mooncake().stores?.env ?? {}).join()).not.toContain("OFFLOAD");
    expect(mooncake().master.argv).not.toContain("--enable_offload=true");
  });

  it("uses adapters where it is given some", () => {
    const { stores, devices } = mooncake({
      protocol: "rdma",
      rdmaDevices: { "rdma/hca": 1 },
      devices: ["mlx5_0", "mlx5_1"],
    });
    expect(devices).toBe("mlx5_0,mlx5_1");
    expect(stores?.argv).toEqual(expect.arrayContaining(["--protocol=rdma", "--device_names=mlx5_0,mlx5_1"]));
    expect(stores?.rdmaDevices).toEqual({ "rdma/hca": 1 });
  });

  it("gives the time-outs in the units that Mooncake reads", () => {
    expect(mooncake({ timeouts: { lookup: 7 } }).stores?.env).toMatchObject({
      MC_RPC_CONNECT_TIMEOUT_MS: "1000",
      MC_RPC_TIMEOUT_MS: "7000",
    });
  });

  it("is for one identity: another is another tenant", () => {
    const other = backendOf({ kind: "mooncake", memoryGiB: 64 }, { engine: { dtype: "float16" } }) as MooncakePlan;
    expect(mooncake().tenantId).not.toBe(other.tenantId);
    expect(mooncake().stores?.argv).toContain(`--tenant_id=${mooncake().tenantId}`);
  });
});

it.each<[string, KVCacheBackendSpec, number | null]>([
  ["memory of all store nodes", { kind: "mooncake", memoryGiB: 64, nodes: 3 }, 192],
  ["a second tier, which has what is in memory too", { kind: "mooncake", memoryGiB: 64, nodes: 3, ssdGiB: 500 }, 1350],
  ["memory where the second tier is smaller", { kind: "mooncake", memoryGiB: 64, ssdGiB: 10 }, 64],
  ["engines that lend", { kind: "mooncake", mode: "embedded", memoryGiB: 64 }, null],
  ["a claim", { kind: "filesystem", cpuGiB: 8, maxGiB: 1000 }, 1000],
  ["a bucket", { kind: "object-store", cpuGiB: 8, region: "eu-central-1" }, null],
])("capacity of %s", (_, backend, gib) => {
  expect(capacityGiB(backendOf(backend))).toBe(gib);
});

describe("tiers", () => {
  it("a filesystem is cleaned, since the engine removes nothing", () => {
    expect(backendOf({ kind: "filesystem", cpuGiB: 32, maxGiB: 1000 })).toMatchObject({
      mountPath: "/kv-cache",
      rootDir: expect.stringMatching(/^\/kv-cache\/[0-9a-f]{8}$/),
      cleaning: { keepHours: 168, maxGiB: 1000 },
    });
  });

  it.each([
    [{ region: "eu-central-1" }, "https://s3.eu-central-1.amazonaws.com", "https"],
    [{ region: "cn-north-1" }, "https://s3.cn-north-1.amazonaws.com.cn", "https"],
    [{ region: "any", endpoint: "http://minio:9000" }, "http://minio:9000", "http"],
  ])("an object store has an address: %o", (over, endpoint, scheme) => {
    expect(backendOf({ kind: "object-store", cpuGiB: 32, ...over })).toMatchObject({
      endpoint,
      scheme,
      prefix: expect.stringMatching(/^kv-cache\/[0-9a-f]{8}$/),
      expiry: { by: "lifecycle-rule", days: 7 },
    });
  });
});

it("LMCache's server evicts, keeps nothing on disk, and is encrypted", () => {
  const server = { kind: "valkey" as const, memoryGiB: 64 };
  const plan = backendOf({ kind: "lmcache", imageHasLMCacheFork: true, server });
  expect(plan).toMatchObject({
    server: {
      tls: true,
      directives: { maxmemory: "65536mb", "maxmemory-policy": "allkeys-lru", appendonly: "no" },
    },
  });
});

it("Valkey has a bound however small it is", () => {
  const server = { kind: "valkey" as const, memoryGiB: 0.0001 };
  expect(backendOf({ kind: "lmcache", imageHasLMCacheFork: true, server })).toMatchObject({
    server: { directives: { maxmemory: "1mb" } },
  });
});

it("explains what it decides itself", () => {
  const { plan } = planKVCache("prefixes", { model, backend: { kind: "mooncake", memoryGiB: 64 } });
  const paths = plan?.explanations.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      "identity.id",
      "backend.mode",
      "backend.timeouts.lookupSeconds",
      "backend.stores.replicas",
    ]),
  );
});
