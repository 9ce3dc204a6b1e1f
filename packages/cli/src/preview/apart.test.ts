import { type PDDisaggregationSpec, planPDDisaggregation, type ServingPlan } from "@sonar-iac/topology";
import { describe, expect, it } from "vitest";
import { findExplanations } from "../explain/find";
import { screenOf } from "../terminal/screen";
import { requestSentence, transferSentence } from "./sentences";
import { serviceTree } from "./service";
import { drawTree } from "./tree";

const spec: PDDisaggregationSpec = {
  platform: { nodes: { instanceType: "g6e.12xlarge" } },
  model: { source: "Qwen/Qwen3-8B", servedName: "qwen3", maxLength: 32768, revision: "0".repeat(40) },
  prefill: { replicas: 4, parallelism: { tensor: 2 } },
  decode: { replicas: 2, parallelism: { tensor: 4 } },
};

function planOf(over: Partial<PDDisaggregationSpec> = {}): ServingPlan {
  const { plan, problems } = planPDDisaggregation("qwen3", { ...spec, ...over });
  if (!plan) throw new Error(JSON.stringify(problems));
  return plan;
}

const draw = (plan: ServingPlan) =>
  drawTree(serviceTree("qwen3", plan, []), screenOf({ isTTY: true, columns: 120 }, { NO_COLOR: "1" }));
const branch = (plan: ServingPlan, wanted: string) =>
  serviceTree("qwen3", plan, []).branches.find(({ label }) => label === wanted)?.lines[0]?.text;

describe("prefill and decode apart", () => {
  it("are branches of their own, with the router between them and the gateway", () => {
    expect(draw(planOf())).toMatchInlineSnapshot(`
      "qwen3  PDDisaggregation             6 engines, 16 GPUs on 4 nodes   41.97 USD/h
      ├─ prefill     4 pods               4 engines × 2 GPUs = 8 GPUs on 2 × g6e.12xlarge, 20.98 USD/h
      │                                   aphrodite serve Qwen/Qwen3-8B --host 0.0.0.0 --port 2242 --served-model-name qwen3…
      ├─ decode      2 pods               2 engines × 4 GPUs = 8 GPUs on 2 × g6e.12xlarge, 20.98 USD/h
      │                                   aphrodite serve Qwen/Qwen3-8B --host 0.0.0.0 --port 2242 --served-model-name qwen3…
      ├─ transfer  NixlConnector          decode pulls KV caches from prefill over UCX, with a lease of 30 s; a request whose
      │                                   blocks do not arrive fails
      ├─ router      2 pods               the library's own; each pod runs 64 requests at once, 128 wait up to 30 s
      ├─ gateway     2 pods               least-requests; each pod lets 240 at once to a router, 48 wait up to 35 s; reached
      │                                   inside the cluster
      ├─ weights   100 GiB ReadWriteOnce  fetched by each engine pod at revision 0000000000000000000000000000000000000000,
      │                                   once
      ├─ compile   20 GiB                 kept for each pod
      └─ keys      1 client               default, in a Secret"
    `);
  });

  it("say how caches move, what happens when they do not, and which router has no limits", () => {
    const pushed = planOf({
      prefill: { replicas: 2, parallelism: { pipeline: 2 } },
      decode: { replicas: 2 },
      kvLoadFailure: "recompute",
    });
    expect(branch(pushed, "transfer")).toBe(
      "prefill pushes KV caches to decode over UCX, with a lease of 30 s; decode computes again what does not arrive",
    );
    expect(branch(planOf({ router: { kind: "vllm-router" } }), "router")).toBe("vllm-router");
    expect(branch(planOf({ router: { kind: "development", testMode: true } }), "router")).toContain("tests only");
  });

  it("say what a request waits for, and how old an answer of prefill may be", () => {
    expect(requestSentence(planOf())).toMatchInlineSnapshot(
      `"A request may take 600 s: a decode pod may take 650 to stop and a prefill pod 710, router waits 605, gateway waits 645, load balancer 700."`,
    );
    expect(transferSentence(planOf())).toMatchInlineSnapshot(
      `"Prefill keeps blocks for 30 s: an answer older than 20 s is never given to decode, prefill runs again. Where an update parts old from new, the first new engine of a side waits up to 27 min 50 s for one of the other."`,
    );
  });

  it("do not promise what another router does not do", () =>
    expect(transferSentence(planOf({ router: { kind: "vllm-router" } }))).toContain("does not look how old"));

  it("are explained side by side", () => {
    const { explanations } = findExplanations({ qwen3: planOf() }, "pools.decode.gpusPerEngine");
    expect(explanations).toMatchObject([{ value: 4, override: "decode.parallelism" }]);
    expect(findExplanations({ qwen3: planOf() }, "transfer.leaseSeconds").explanations).toHaveLength(1);
    expect(findExplanations({ qwen3: planOf() }, "pools.prefil.nodes").near).toContain("pools.prefill.nodes");
  });
});
