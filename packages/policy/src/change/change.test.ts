import { describe, expect, it } from "vitest";
import { type Changes, engine } from "../../test-fixtures/engine";
import { object, type Properties, resource, urnOf } from "../../test-fixtures/stack";
import { types } from "../rules/aws/types";
import { type ResourceView, unknownValue, type Value } from "../view";
import { changesOf, impactsOf, type Operation } from ".";

const impacts = (before: ResourceView[], after: ResourceView[]) => impactsOf(changesOf(before, after));
const lines = (before: ResourceView[], after: ResourceView[]) =>
  impacts(before, after).map(({ subject, headline }) => `${subject} ${headline}`);
const drain = (seconds: string) => ["--shutdown-timeout", seconds];

describe("an update of engines", () => {
  it("restarts one replica after the other, says why, and for how long capacity is short", () => {
    const [one] = impacts(
      [engine()],
      [engine({ args: [...drain("605"), "--max-num-seqs", "8"], env: [{ name: "NCCL_DEBUG", value: "INFO" }] })],
    );
    expect(one).toMatchObject({
      subject: "StatefulSet qwen",
      headline: "2 replicas restart, one after the other",
      because: ["--max-num-seqs unset → 8", "NCCL_DEBUG unset → INFO"],
      replicasDown: 1,
      // two times a grace period of 650 s and a start of 780 s
      downSeconds: 2860,
      coldStart: { sure: "perhaps", because: ["--max-num-seqs"] },
      restarts: true,
    });
  });

  it("that changes nothing restarts nothing, and what only later is known may", () => {
    expect(impacts([engine()], [engine()])).toEqual([]);
    const later = engine({ container: { image: unknownValue } });
    const words = "StatefulSet qwen may restart: spec.template.spec.containers[0].image is known only after deployment";
    expect(lines([engine()], [later])).toEqual([words]);
    expect(impacts([engine()], [later])[0]).toMatchObject({ open: true, restarts: false });
    const decided = (operation: Operation) =>
      impactsOf(changesOf([engine()], [later], new Map([[later.urn, operation]])));
    expect(decided("update")).toHaveLength(1);
    expect(decided("same")).toEqual([]);
    expect(impacts([engine({ gpus: 1 })], [engine({ gpus: "1" })])).toEqual([]);
  });

  it("survives what is not known of its environment, replicas and strategy", () => {
    const later = (changes: Changes) => impacts([engine()], [engine({ args: drain("606"), ...changes })]);
    const environments: Value[] = [unknownValue, [{ name: unknownValue, value: "a" }]];
    for (const env of environments)
      expect(later({ container: { env } })[0]?.coldStart).toEqual({ sure: "perhaps", because: ["env"] });
    expect(later({ spec: { updateStrategy: unknownValue } })[0]).toMatchObject({ replicasDown: 2, downSeconds: null });
    expect(later({ spec: { replicas: unknownValue } }).map(({ headline }) => headline)).toEqual([
      "replicas restart, one after the other",
    ]);
  });

  it("takes away as many as its strategy says", () => {
    const down = (kind: string, spec: Properties) => {
      const [one] = impacts(
        [engine({ kind, spec: { replicas: 3, ...spec } })],
        [engine({ kind, args: drain("606"), spec: { replicas: 3, ...spec } })],
      );
      return [one?.replicasDown, one?.restarts, one?.headline];
    };
    expect(down("Deployment", { strategy: { rollingUpdate: { maxSurge: 0 } } })[0]).toBe(1);
    expect(down("Deployment", {})[0]).toBe(0);
    expect(down("StatefulSet", { updateStrategy: { rollingUpdate: { maxUnavailable: 3 } } })[0]).toBe(3);
    expect(down("StatefulSet", { updateStrategy: { rollingUpdate: { partition: 3 } } })).toEqual([
      0,
      false,
      "has a new pod template; no replica restarts until its partition is lowered",
    ]);
    expect(down("StatefulSet", { updateStrategy: { rollingUpdate: { partition: 2 } } })).toEqual([
      1,
      true,
      "1 of 3 replicas restart, one after the other",
    ]);
  });

  it("keeps capacity where a new pod comes first", () => {
    const deployment = (args: string[]) =>
      engine({ kind: "Deployment", args, spec: { strategy: { rollingUpdate: { maxUnavailable: 0 } } } });
    expect(lines([deployment(drain("605"))], [deployment(drain("606"))])).toEqual([
      "Deployment qwen 2 replicas restart, each new one before an old one goes",
    ]);
    expect(impacts([deployment(drain("605"))], [deployment(drain("606"))])[0]).toMatchObject({
      replicasDown: 0,
      coldStart: { sure: "no" },
    });
  });

  it("in number is told, and one of what the API server fixes is a replacement", () => {
    expect(lines([engine()], [engine({ spec: { replicas: 1 } })])).toEqual([
      "StatefulSet qwen goes from 2 replicas to 1",
    ]);
    expect(lines([engine({ spec: { podManagementPolicy: "Parallel" } })], [engine()])).toEqual([
      "StatefulSet qwen is replaced: no replica answers between the old ones' end and the new ones' start",
    ]);
    expect(lines([engine()], [])).toEqual(["StatefulSet qwen goes: 2 replicas stop"]);
    expect(lines([], [engine()])).toEqual(["StatefulSet qwen is new: 2 replicas start"]);
  });

  it("shows no key", () => {
    const reference = (name: string) => ({ name: "HF_TOKEN", valueFrom: { secretKeyRef: { name, key: "k" } } });
    const because = (before: Value, after: Value) =>
      impacts([engine({ env: [before] })], [engine({ env: [after] })])[0]?.because;
    expect(because(reference("a"), reference("b"))).toEqual([]);
    expect(because({ name: "HF_TOKEN", value: "hf_1" }, { name: "HF_TOKEN", value: "hf_2" })).toEqual([
      "HF_TOKEN changes",
    ]);
    const keys = impacts([engine({ args: ["--api-key", "sk-1"] })], [engine({ args: ["--api-key", "sk-2"] })]);
    expect(keys[0]?.because).toEqual(["--api-key changes"]);
  });
});

describe("prefill and decode", () => {
  const half = (name: string, role: string, image = "x") =>
    engine({
      name,
      args: [...drain("605"), "--kv-transfer-config", JSON.stringify({ kv_connector: "NixlConnector", kv_role: role })],
      container: { image },
    });
  const before = [half("p", "kv_producer"), half("d", "kv_consumer")];

  it("move as a pair, or are told not to", () => {
    const both = [half("p", "kv_producer", "y"), half("d", "kv_consumer", "y")];
    expect(lines(before, both).at(-1)).toBe(
      "prefill and decode move as a pair: old and new engines do not exchange KV caches while both are there",
    );
    const one = [half("p", "kv_producer"), half("d", "kv_consumer", "y")];
    expect(lines(before, one).at(-1)).toBe(
      "prefill and decode do not move as a pair: only decode restarts, and prefill goes on as it is",
    );
  });
});

describe("node groups and storage", () => {
  const template = (properties: object) => resource(types.launchTemplate, "nodes", { ...properties });
  const group = resource(types.nodeGroup, "gpu", { launchTemplate: { id: unknownValue } }, [
    urnOf(types.launchTemplate, "nodes"),
  ]);

  it("are recreated with a template of another instance type, and roll with any other", () => {
    const before = [template({ instanceType: "g6.xlarge", userData: "a" }), group];
    expect(lines(before, [template({ instanceType: "p5.48xlarge", userData: "a" }), group])).toEqual([
      "NodeGroup gpu is recreated: every node of it goes, and engines move to new ones",
    ]);
    expect(lines(before, [template({ instanceType: "g6.xlarge", userData: "b" }), group])).toEqual([
      "NodeGroup gpu replaces its nodes one after the other, and drains each",
    ]);
  });

  it("are what Pulumi's engine says, where it has said it", () => {
    const claim = object("PersistentVolumeClaim", "weights", { resources: { requests: { storage: "1Gi" } } });
    const more = object("PersistentVolumeClaim", "weights", { resources: { requests: { storage: "2Gi" } } });
    expect(lines([claim], [more])).toEqual([]);
    const decided = changesOf([claim], [more], new Map([[more.urn, "replace"]]));
    expect(impactsOf(decided)[0]).toMatchObject({ subject: "PersistentVolumeClaim weights", dataLost: true });
  });
});
