import { expect, it } from "vitest";
import { decide } from "./decide";
import { inputAsServed } from "./testing/recorded";
import type { LeaderWorkerSet } from "./types";

const set = inputAsServed();
const template = set.spec.leaderWorkerTemplate;
const seen = (spec: object, annotations = {}) => ({
  set: { ...set, metadata: { ...set.metadata, annotations }, spec: { ...set.spec, ...spec } } as LeaderWorkerSet,
  statefulSets: [],
  pods: [],
  revisions: [],
  lost: new Set<string>(),
});
const rolling = (rollingUpdateConfiguration: object) => ({ rolloutStrategy: { rollingUpdateConfiguration } });

it.each<[string, object, object?]>([
  ["RecreateGroupAfterStart", { leaderWorkerTemplate: { ...template, restartPolicy: "RecreateGroupAfterStart" } }],
  ["subGroupPolicy", { leaderWorkerTemplate: { ...template, subGroupPolicy: { subGroupSize: 1 } } }],
  ["partition 1", rolling({ partition: 1 })],
  ["maxSurge 1", rolling({ maxSurge: 1 })],
  ["UniquePerReplica", { networkConfig: { subdomainPolicy: "UniquePerReplica" } }],
  ["exclusive-topology", {}, { "leaderworkerset.sigs.k8s.io/exclusive-topology": "kubernetes.io/hostname" }],
])("a set with %s is not expanded, and says why", (what, spec, annotations) => {
  const { apply, status } = decide(seen(spec, annotations), "now");
  expect(apply).toEqual([]);
  expect(status.conditions).toEqual([
    expect.objectContaining({ type: "Available", status: "False", message: expect.stringContaining(what) }),
  ]);
});

it("a set that spells out what it would have anyway is expanded", () => {
  const spec = { ...rolling({ partition: 0, maxSurge: 0 }), networkConfig: { subdomainPolicy: "Shared" } };
  expect(decide(seen(spec), "now").apply.length).toBeGreaterThan(0);
});
