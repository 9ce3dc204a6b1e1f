import { expect, it } from "vitest";
import type { KVCacheSpec } from "./args";
import { identityOf, shortHash } from "./identity";

const spec: KVCacheSpec = {
  model: { source: "Qwen/Qwen3-8B", revision: "a".repeat(40) },
  engine: { dtype: "bfloat16", kvCacheDtype: "fp8", blockSize: 32 },
  backend: { kind: "cpu", cpuGiB: 1 },
};

it("another model, revision, type or block size is another identity", () => {
  const others: Partial<KVCacheSpec>[] = [
    {},
    { model: { ...spec.model, source: "other/Qwen3-8B" } },
    { model: { ...spec.model, revision: "b".repeat(40) } },
    { model: { source: "Qwen/Qwen3-8B" } },
    { engine: { ...spec.engine, dtype: "float16" } },
    { engine: { ...spec.engine, kvCacheDtype: "fp8_e5m2" } },
    { engine: { ...spec.engine, blockSize: 16 } },
    { engine: {} },
  ];
  const ids = others.map((over) => identityOf({ ...spec, ...over }).id);
  expect(new Set(ids).size).toBe(others.length);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}$/);
});

it("what holds entries, and how they are counted, is not part of it", () => {
  const { id } = identityOf(spec);
  expect(identityOf({ ...spec, backend: { kind: "mooncake", memoryGiB: 8 } }).id).toBe(id);
  expect(identityOf({ ...spec, model: { ...spec.model, shape: { layers: 1 } } }).id).toBe(id);
  expect(identityOf({ ...spec, network: { gbps: 1 }, prefillTokensPerSecond: 1 }).id).toBe(id);
});

it('"auto" is the engine\'s choice', () => {
  expect(identityOf({ ...spec, engine: { dtype: "auto", kvCacheDtype: "auto" } })).toEqual(
    identityOf({ ...spec, engine: {} }),
  );
});

it("the order of fields does not count", () => {
  expect(shortHash({ a: "1", b: "2" })).toBe(shortHash({ b: "2", a: "1" }));
  expect(shortHash({ a: "1" })).not.toBe(shortHash({ a: "2" }));
});
