import { types } from "../../src/rules/aws/types";
import { unknownValue } from "../../src/view";
import { engine } from "../engine";
import { object, type Properties, resource } from "../stack";
import type { Cases } from "./case";

const g6e = { pod: { nodeSelector: { "node.kubernetes.io/instance-type": "g6e.12xlarge" } } };
const scaler = object("HorizontalPodAutoscaler", "qwen", {
  scaleTargetRef: { kind: "StatefulSet", name: "qwen" },
  maxReplicas: 6,
});
const group = (more = {}) =>
  resource(types.nodeGroup, "gpu", { instanceTypes: ["p5.48xlarge"], scalingConfig: { maxSize: 2 }, ...more });
const scalingGroup = resource(types.autoScalingGroup, "gpu", {
  maxSize: 3,
  mixedInstancesPolicy: { launchTemplate: { overrides: [{ instanceType: "p5.48xlarge" }] } },
});
const requirement = (key: string, ...values: string[]) => ({ key, operator: "In", values });
const pool = (limits: Properties, requirements: Properties[], name = "gpu") =>
  object("NodePool", name, { limits, template: { spec: { requirements } } });
const gpuPod = { spec: { containers: [{ resources: { limits: { "nvidia.com/gpu": 8 } } }] } };

/** Budgets of a stack. */
export const budgetCases: Record<string, Cases> = {
  "gpu-budget": {
    pass: [
      { what: "no budget", resources: [engine()] },
      { what: "within it", resources: [engine()], settings: { budgetGpus: 2 } },
      {
        what: "a Job with fewer pods than it may have at a time",
        resources: [
          object("Job", "eval", { parallelism: 4, completions: 1, template: gpuPod }),
          object("CronJob", "nightly", { jobTemplate: { spec: { parallelism: 2, template: gpuPod } } }),
        ],
        settings: { budgetGpus: 24 },
      },
      {
        what: "nodes within it, and nodes without GPUs",
        resources: [
          pool({ "nvidia.com/gpu": 8 }, []),
          pool({ cpu: 100 }, [requirement("karpenter.k8s.aws/instance-category", "c", "m")], "cpu"),
          pool({ cpu: 100 }, [requirement("node.kubernetes.io/instance-type", "m7i.large")], "other"),
          resource(types.nodeGroup, "cpu", { instanceTypes: ["m7i.large"], scalingConfig: { maxSize: 100 } }),
        ],
        settings: { budgetGpus: 8 },
      },
    ],
    fail: [
      {
        what: "above it",
        resources: [engine()],
        settings: { budgetGpus: 1 },
        says: "2 GPUs are more than the budget of 1 (budgetGpus): StatefulSet qwen 2",
      },
      { what: "above it when scaled", resources: [engine(), scaler], settings: { budgetGpus: 5 }, says: "6 GPUs" },
      {
        what: "a Job's pods at a time",
        resources: [object("Job", "eval", { parallelism: 4, completions: 8, template: gpuPod })],
        settings: { budgetGpus: 31 },
        says: "32 GPUs are more than the budget of 31 (budgetGpus): Job eval 32",
      },
      {
        what: "node groups",
        resources: [group()],
        settings: { budgetGpus: 15 },
        says: "16 GPUs of nodes are more than the budget of 15 (budgetGpus): NodeGroup gpu 16",
      },
      { what: "Auto Scaling groups", resources: [scalingGroup], settings: { budgetGpus: 23 }, says: "Group gpu 24" },
      {
        what: "a NodePool's limits",
        resources: [pool({ "nvidia.com/gpu": "64" }, [])],
        settings: { budgetGpus: 16 },
        says: "NodePool gpu 64. Lower maxSize, or a NodePool's spec.limits",
      },
      {
        what: "a group of pods",
        resources: [
          object("LeaderWorkerSet", "big", {
            replicas: 2,
            leaderWorkerTemplate: {
              size: 4,
              workerTemplate: { spec: { containers: [{ resources: { limits: { "nvidia.com/gpu": 8 } } }] } },
            },
          }),
        ],
        settings: { budgetGpus: 60 },
        says: "64 GPUs",
      },
    ],
    open: [
      {
        what: "replicas that come later",
        resources: [engine({ spec: { replicas: unknownValue } })],
        settings: { budgetGpus: 1 },
        says: "spec.replicas",
      },
      {
        what: "a NodePool that says nothing of GPUs",
        resources: [pool({ cpu: 100 }, [])],
        settings: { budgetGpus: 8 },
        says: "its spec.limits name none",
      },
      {
        what: "nodes with weights",
        resources: [
          resource(types.autoScalingGroup, "gpu", {
            maxSize: 3,
            mixedInstancesPolicy: {
              launchTemplate: { overrides: [{ instanceType: "p5.48xlarge", weightedCapacity: "8" }] },
            },
          }),
        ],
        settings: { budgetGpus: 8 },
        says: "weights",
      },
    ],
  },
  "hourly-budget": {
    pass: [
      { what: "no budget", resources: [group()] },
      { what: "within it", resources: [engine(g6e)], settings: { budgetUsdPerHour: 100 } },
    ],
    fail: [
      {
        what: "the largest size of a group",
        resources: [group()],
        settings: { budgetUsdPerHour: 100 },
        says: "more than the budget of 100 (budgetUsdPerHour): NodeGroup gpu",
      },
      {
        what: "the largest size of an Auto Scaling group",
        resources: [scalingGroup],
        settings: { budgetUsdPerHour: 100 },
        says: "Group gpu",
      },
      {
        what: "the limits of a NodePool",
        resources: [pool({ "nvidia.com/gpu": 24 }, [requirement("node.kubernetes.io/instance-type", "p5.48xlarge")])],
        settings: { budgetUsdPerHour: 100 },
        says: "NodePool gpu",
      },
      {
        what: "a share of nodes that exist, beside others without GPUs",
        resources: [
          engine(g6e),
          resource(types.nodeGroup, "cpu", { instanceTypes: ["m7i.large"], scalingConfig: { maxSize: 100 } }),
        ],
        settings: { budgetUsdPerHour: 1 },
        says: "StatefulSet qwen",
      },
      {
        what: "a share of nodes",
        resources: [engine(g6e)],
        settings: { budgetUsdPerHour: 1 },
        says: "StatefulSet qwen",
      },
    ],
    open: [
      {
        what: "nodes of which nothing is known",
        resources: [engine()],
        settings: { budgetUsdPerHour: 1 },
        says: "the price of its nodes is not known",
      },
      {
        what: "a NodePool of any type",
        resources: [pool({ "nvidia.com/gpu": 24 }, [])],
        settings: { budgetUsdPerHour: 1 },
        says: "its requirements name no GPU instance type",
      },
      {
        what: "a NodePool of spot capacity",
        resources: [
          pool({ "nvidia.com/gpu": 8 }, [
            requirement("node.kubernetes.io/instance-type", "p5.48xlarge"),
            requirement("karpenter.sh/capacity-type", "spot"),
          ]),
        ],
        settings: { budgetUsdPerHour: 1 },
        says: "the price of a p5.48xlarge",
      },
      {
        what: "spot capacity",
        resources: [group({ capacityType: "SPOT" })],
        settings: { budgetUsdPerHour: 1 },
        says: "the price of a p5.48xlarge",
      },
    ],
  },
};
