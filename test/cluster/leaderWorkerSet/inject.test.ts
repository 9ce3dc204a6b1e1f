import { expect, it } from "vitest";
import { inject } from "./inject";
import { annotation, label } from "./names";

const pod = (metadata: object, spec: object = {}) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "big-1-2", namespace: "llm", ...metadata },
  spec: { subdomain: "big", containers: [{ name: "engine" }], ...spec },
});
const worker = {
  labels: { [label.set]: "big" },
  annotations: { [annotation.size]: "3", [annotation.leader]: "big-1" },
};
const injected = [
  { name: "LWS_LEADER_ADDRESS", value: "big-1.big.llm" },
  { name: "LWS_GROUP_SIZE", value: "3" },
  { name: "LWS_WORKER_INDEX", value: "2" },
];

it("tells every container, those before the start too, and none twice", () => {
  const own = [{ name: "LWS_GROUP_SIZE", value: "mine" }];
  const { containers, initContainers } = inject(
    pod(worker, { containers: [{ name: "engine", env: own }], initContainers: [{ name: "preflight" }] }),
  ).spec;
  expect(containers[0]?.env).toEqual([injected[0], injected[2], ...own]);
  expect(initContainers?.[0]?.env).toEqual(injected);
});

it.each([
  ["of no set's making", { ...worker, annotations: {} }, /annotation .*size/],
  ["without a number", { ...worker, name: "big" }, /pod big has no number/],
])("refuses a pod %s", (_, metadata, message) => {
  expect(() => inject(pod(metadata))).toThrow(message);
});
