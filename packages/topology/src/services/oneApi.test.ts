import { describe, expect, it } from "vitest";
import { planPDDisaggregation } from "./pd";
import type { PDDisaggregationSpec } from "./pdSpec";
import { planReplicatedService, type ReplicatedServiceSpec } from "./replicated";

const model = { source: "org/checkpoint", servedName: "big", maxLength: 32768, revision: "0".repeat(40), layers: 78 };

describe("engines with one API", () => {
  const nodes = { gpusPerNode: 8 };

  it.each<[string, object, string]>([
    ["an API for each rank", { data: { size: 2, loadBalancing: "external" } }, "parallelism.data.loadBalancing: "],
    [
      "tensor parallel ranks on several nodes",
      { tensor: 8, allowCrossNodeTensorParallel: true },
      "parallelism.allowCrossNode",
    ],
    ["a port where nobody meets", { data: { size: 2, rpcPort: 5000 } }, "parallelism.data.rpcPort: has no effect"],
  ])("in one pod refuse %s", (_, parallelism, start) => {
    const spec = { platform: { nodes }, model: { ...model, experts: 8 }, parallelism } as ReplicatedServiceSpec;
    const found = planReplicatedService("big", spec).problems.map((p) => `${p.path}: ${p.message}`);
    expect(
      found.filter((message) => message.startsWith(start)),
      found.join(),
    ).toHaveLength(1);
  });

  it.each<[string, object, string[]]>([
    [
      "an API for each rank",
      { prefill: { parallelism: { tensor: 8, data: { size: 2, loadBalancing: "external" } }, nodesPerReplica: 2 } },
      ["prefill.parallelism.data.loadBalancing"],
    ],
    ["a network in one pod", { network: { interface: "eth0" } }, ["network"]],
    [
      "prompts that are shared out",
      { prefill: { parallelism: { tensor: 4, prefillContext: 2 } } },
      ["prefill.parallelism.prefillContext"],
    ],
    [
      "nodes that do not divide",
      { prefill: { parallelism: { tensor: 8 }, nodesPerReplica: 3 } },
      ["prefill.nodesPerReplica"],
    ],
  ])("of prefill and decode refuse %s", (_, over, paths) => {
    const spec = {
      platform: { nodes },
      model: { ...model, experts: 8 },
      prefill: { parallelism: { tensor: 8 } },
      decode: { parallelism: { tensor: 8 } },
      ...over,
    } as PDDisaggregationSpec;
    expect(planPDDisaggregation("big", spec).problems.map(({ path }) => path)).toEqual(paths);
  });
});
