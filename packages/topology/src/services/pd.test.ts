import { describe, expect, it } from "vitest";
import { planPDDisaggregation } from "./pd";
import type { PDDisaggregationSpec } from "./pdSpec";

const minimal: PDDisaggregationSpec = {
  platform: { nodes: { instanceType: "g6e.12xlarge" } },
  model: { source: "Qwen/Qwen3-8B", servedName: "qwen3", maxLength: 32768, revision: "0".repeat(40) },
  prefill: { replicas: 4, parallelism: { tensor: 2 }, engine: { maxBatchedTokens: 16384 } },
  decode: { replicas: 2, parallelism: { tensor: 4 } },
};

const made = (over: Partial<PDDisaggregationSpec> = {}) => {
  const { plan, problems } = planPDDisaggregation("qwen3", { ...minimal, ...over });
  expect(problems).toEqual([]);
  if (!plan) throw new Error("no plan");
  return plan;
};
const argv = (plan: ReturnType<typeof made>, role: string) => plan.pools[role]?.ranks[0]?.argv ?? [];
const config = (plan: ReturnType<typeof made>, role: string) =>
  JSON.parse(argv(plan, role)[argv(plan, role).indexOf("--kv-transfer-config") + 1] ?? "");

/** A node group of EKS for each role. */
const groups = (prefill: object, decode: object) => ({
  nodes: {},
  nodeGroups: {
    pools: {
      prefill: { spec: { instanceType: "p5.48xlarge", ...prefill } },
      decode: { spec: { instanceType: "p5.48xlarge", ...decode } },
    },
  },
});

describe("a plan of prefill and decode apart", () => {
  it("runs both commands of the example", () => {
    const plan = made();
    const common = "aphrodite serve Qwen/Qwen3-8B --host 0.0.0.0 --port 2242 --served-model-name qwen3";
    const rest = `--max-model-len 32768 --revision ${"0".repeat(40)}`;
    const text = (role: string) => argv(plan, role).join(" ");
    expect(text("prefill")).toBe(
      `${common} --tensor-parallel-size 2 ${rest} --max-num-batched-tokens 16384 --shutdown-timeout 665 --kv-transfer-config {"kv_connector":"NixlConnector","kv_role":"kv_producer","kv_load_failure_policy":"fail","kv_connector_extra_config":{"kv_lease_duration":30}}`,
    );
    expect(text("decode")).toBe(
      `${common} --tensor-parallel-size 4 ${rest} --shutdown-timeout 605 --kv-transfer-config {"kv_connector":"NixlConnector","kv_role":"kv_consumer","kv_load_failure_policy":"fail","kv_connector_extra_config":{"kv_lease_duration":30}}`,
    );
  });

  it("never fixes an engine id, and has one side channel port for all pods", () => {
    const plan = made({ transfer: { sideChannelPort: 14590 } });
    expect(JSON.stringify(plan.pools)).not.toContain("engine_id");
    for (const role of ["prefill", "decode"])
      expect(plan.pools[role]?.ranks[0]?.env).toMatchObject({ APHRODITE_NIXL_SIDE_CHANNEL_PORT: "14590" });
    // the address is the pod's own
    expect(JSON.stringify(plan.pools)).not.toContain("SIDE_CHANNEL_HOST");
  });

  it("pushes where prefill has stages, with the same connector on both sides", () => {
    const plan = made({ prefill: { parallelism: { pipeline: 2 } }, decode: {} });
    expect(plan.transfer).toMatchObject({ mode: "push", connector: "NixlPushConnector" });
    expect([config(plan, "prefill"), config(plan, "decode")].map((c) => [c.kv_connector, c.kv_role])).toEqual([
      ["NixlPushConnector", "kv_producer"],
      ["NixlPushConnector", "kv_consumer"],
    ]);
  });

  it("writes the policy, the lease and other transports for both sides", () => {
    const plan = made({ kvLoadFailure: "recompute", transfer: { leaseSeconds: 60, backends: ["LIBFABRIC"] } });
    for (const role of ["prefill", "decode"])
      expect(config(plan, role)).toMatchObject({
        kv_load_failure_policy: "recompute",
        kv_connector_extra_config: { kv_lease_duration: 60, backends: ["LIBFABRIC"] },
      });
  });

  it("gives each side its own options before those of the service, however they are spelled", () => {
    const plan = made({
      engine: { gpuMemoryUtilization: 0.9, extraArgs: { "block-size": 16, seed: 1 }, environment: { A: "1", B: "1" } },
      prefill: { engine: { extraArgs: { "--seed": 2 }, environment: { B: "2" } } },
      decode: {},
    });
    expect(argv(plan, "prefill").join(" ")).toContain("--gpu-memory-utilization 0.9");
    expect(argv(plan, "prefill").join(" ")).toMatch(/--block-size 16 --seed 2$/);
    expect(argv(plan, "decode").join(" ")).toMatch(/--block-size 16 --seed 1$/);
    expect(plan.pools.prefill?.ranks[0]?.env).toMatchObject({ A: "1", B: "2" });
  });

  it("counts engines, GPUs, nodes, pods and cost of both sides", () => {
    expect(made().totals).toMatchObject({ engines: 6, gpus: 16, nodes: 4, pods: 6 + 2 + 2 });
    const apart = made({
      prefill: { replicas: 8, nodes: { instanceType: "g6e.2xlarge" } },
      decode: { replicas: 2 },
    });
    expect(apart.pools.prefill).toMatchObject({ instanceType: "g6e.2xlarge", nodes: 8 });
    expect(apart.pools.decode).toMatchObject({ instanceType: "g6e.12xlarge", nodes: 1 });
  });

  it("runs each side on node groups of its own, and takes EFA where both have it", () => {
    const both = made({ platform: groups({ efa: true }, { efa: true }) });
    expect(Object.keys(both.nodeGroups ?? {})).toEqual(["prefill", "decode"]);
    expect(both.transfer?.backends).toEqual(["LIBFABRIC"]);
    const one = made({ platform: groups({ efa: true }, {}) });
    expect(one.transfer?.backends).toEqual(["UCX"]);
    expect(one.warnings.map(({ path }) => path)).toContain("transfer.backends");
  });

  it("makes caches for the engines of both sides", () => {
    expect(made().caches.weights).toMatchObject({ kind: "per-replica" });
    const { problems } = planPDDisaggregation("qwen3", {
      ...minimal,
      prefill: {},
      decode: {},
      modelCache: { kind: "claim", accessMode: "ReadWriteOnce" },
    });
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining("2 pods cannot share a ReadWriteOnce volume"),
    ]);
  });

  it("says what both sides have in common, and something else for anything that parts them", () => {
    const fields = (over: Partial<PDDisaggregationSpec> = {}) => made(over).transfer?.compatibility.fields;
    expect(fields()).toMatchObject({ "engine version": "0.24.1", model: "Qwen/Qwen3-8B", "transfer mode": "pull" });
    expect(fields({ maxRequestSeconds: 900, decode: { replicas: 3 } })).toEqual(fields());
    const changes: Partial<PDDisaggregationSpec>[] = [
      { model: { ...minimal.model, revision: "1".repeat(40) } },
      { engine: { dtype: "bfloat16" } },
      { engine: { kvCacheDtype: "fp8" } },
      { engine: { extraArgs: { tokenizer: "org/other" } } },
      { engine: { extraArgs: { "block-size": 32 } } },
      { engine: { extraArgs: { "attention-backend": "FLASHINFER" } } },
      { engine: { extraArgs: { "disable-hybrid-kv-cache-manager": true } } },
      { engine: { extraArgs: { "disable-hybrid-kv-cache-manager": false } } },
      { engine: { extraArgs: { "spec-method": "ngram" } } },
      { engine: { environment: { APHRODITE_KV_CACHE_LAYOUT: "HND" } } },
      { transfer: { mode: "push" } },
      { transfer: { backends: ["LIBFABRIC"] } },
    ];
    const texts = [{}, ...changes].map((over) => JSON.stringify(fields(over)));
    expect(new Set(texts).size).toBe(texts.length);
    // what the engine would take anyway changes nothing
    expect(fields({ engine: { dtype: "auto" } })).toEqual(fields());
  });

  it("warns of one engine on a side, of recomputing, of hybrid models and of more GPUs in prefill", () => {
    const paths = made({
      model: { ...minimal.model, source: "google/gemma-3-27b-it" },
      prefill: { parallelism: { tensor: 4 } },
      decode: { parallelism: { tensor: 2 } },
      kvLoadFailure: "recompute",
      router: { replicas: 1 },
    }).warnings.map(({ path }) => path);
    expect(paths.sort()).toEqual([
      "decode.replicas",
      "kvLoadFailure",
      "model.source",
      "prefill.parallelism.tensor",
      "prefill.replicas",
      "router.replicas",
    ]);
    expect(made().warnings).toEqual([]);
    const off = made({
      model: { ...minimal.model, source: "google/gemma-3-27b-it" },
      engine: { extraArgs: { "disable-hybrid-kv-cache-manager": true } },
    });
    expect(off.warnings).toEqual([]);
  });

  it("explains each value once, and names the side's own arguments", () => {
    const why = made({ maxRequestSeconds: 900 }).explanations;
    expect(why.map((e) => e.path).filter((path, i, all) => all.indexOf(path) !== i)).toEqual([]);
    expect(why.find((e) => e.path === "pools.decode.nodes")).toMatchObject({ value: 2, override: "decode.replicas" });
    expect(why.find((e) => e.path === "timings.prefill.graceSeconds")).toMatchObject({ value: 1010 });
  });
});
