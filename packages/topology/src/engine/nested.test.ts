import { expect, it } from "vitest";
import { nestedConfigs, nestedFields } from "./nested";

it("knows the fields of the KV transfer configuration", () => {
  const fields = nestedFields("KVTransferConfig");
  expect(fields.map((f) => f.name)).toContain("kv_load_failure_policy");
  expect(fields.find((f) => f.name === "kv_role")?.choices).toEqual(["kv_producer", "kv_both", "kv_consumer"]);
  expect(fields.find((f) => f.name === "kv_load_failure_policy")?.default).toBe("fail");
});

it("leaves out what the engine computes for itself", () => {
  const names = nestedFields("CompilationConfig").map((f) => f.name);
  expect(names).toContain("cudagraph_capture_sizes");
  expect(names).not.toContain("compilation_time");
});

it("lists the configurations once, and has no fields for others", () => {
  expect(nestedConfigs()).toEqual([...new Set(nestedConfigs())].sort());
  expect(nestedConfigs()).toHaveLength(13);
  expect(nestedFields("NoSuchConfig")).toEqual([]);
});
