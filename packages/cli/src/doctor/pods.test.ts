import { describe, expect, it } from "vitest";
import { groupsOf, type Pod } from "./pods";

const lws = "leaderworkerset.sigs.k8s.io";

function pod(name: string, labels: Record<string, string>, status: Pod["status"] = {}): Pod {
  return {
    metadata: {
      name,
      labels: Object.fromEntries(Object.entries(labels).map(([key, value]) => [`${lws}/${key}`, value])),
      annotations: { [`${lws}/size`]: "2" },
    },
    spec: {
      nodeName: "node-a",
      initContainers: [{ name: "preflight", args: ["--gpus", "4", "--rdma", "--", "--size", "2", "--", "aphrodite"] }],
      containers: [
        { name: "engine", resources: { limits: { cpu: "8", "nvidia.com/gpu": "4", "vpc.amazonaws.com/efa": "1" } } },
      ],
      volumes: [{ name: "shm", emptyDir: { sizeLimit: "16Gi" } }],
    },
    status,
  };
}
const running = { containerStatuses: [{ name: "engine", imageID: "sha256:a", state: { running: {} } }] };
const down = (status: Pod["status"]) =>
  groupsOf([pod("a", { name: "a", "group-index": "0", "worker-index": "0" }, status)])[0]?.ranks[0]?.down;

describe("groups of pods", () => {
  it("are made by their labels, in order, with what the pods need", () => {
    const groups = groupsOf([
      pod("big-10", { name: "big", "group-index": "10", "worker-index": "0" }, running),
      pod("big-2-1", { name: "big", "group-index": "2", "worker-index": "1" }, running),
      pod("big-2", { name: "big", "group-index": "2", "worker-index": "0" }, running),
      pod("gateway", {}),
    ]);
    expect(groups.map(({ name, size, ranks }) => [name, size, ...ranks.map((one) => one.pod)])).toEqual([
      ["big-2", 2, "big-2", "big-2-1"],
      ["big-10", 2, "big-10"],
    ]);
    expect(groups[0]?.ranks[1]).toEqual({
      pod: "big-2-1",
      rank: 1,
      gpus: 4,
      sharedMemoryGiB: 16,
      rdma: true,
      imageId: "sha256:a",
      down: "",
      preflight: null,
      node: "node-a",
      deleted: false,
    });
  });

  it("say why an engine does not run: its supervisor's last words, else Kubernetes's", () => {
    const state = { waiting: { reason: "CrashLoopBackOff", message: "back-off 20s" } };
    const lastState = { terminated: { reason: "Error", message: "rank 1 is lost" } };
    expect(down({ containerStatuses: [{ name: "engine", state, lastState }] })).toBe(
      "CrashLoopBackOff: rank 1 is lost",
    );
    expect(down({ containerStatuses: [{ name: "engine", state }] })).toBe("CrashLoopBackOff: back-off 20s");
    const conditions = [{ type: "PodScheduled", status: "False", message: "0/3 nodes are available" }];
    expect(down({ phase: "Pending", conditions })).toBe("0/3 nodes are available");
    expect(down({ phase: "Pending" })).toBe("Pending");
  });

  it("say that a preflight runs or has failed, until the engine runs", () => {
    const preflight = (state: object, more: Pod["status"] = {}) =>
      groupsOf([
        pod(
          "a",
          { name: "a", "group-index": "0", "worker-index": "0" },
          { initContainerStatuses: [{ name: "preflight", ...state }], ...more },
        ),
      ])[0]?.ranks[0]?.preflight;
    const terminated = { exitCode: 1, reason: "Error", message: "fail  GPUs" };
    expect(preflight({ state: { terminated } })).toEqual({ failed: "fail  GPUs" });
    const waiting = { reason: "CrashLoopBackOff" };
    expect(preflight({ state: { waiting }, lastState: { terminated } })).toEqual({ failed: "fail  GPUs" });
    expect(preflight({ state: { terminated: { exitCode: 137, reason: "OOMKilled" } } })).toEqual({
      failed: "OOMKilled with 137",
    });
    expect(preflight({ state: { running: {} }, lastState: { terminated } })).toBe("running");
    expect(preflight({ state: { terminated: { exitCode: 0 } } })).toBeNull();
    expect(preflight({ state: { terminated: { exitCode: 0 } }, lastState: { terminated } }, running)).toBeNull();
  });
});
