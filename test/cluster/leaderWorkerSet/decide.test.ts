import { describe, expect, it } from "vitest";
import { stateOf } from "./group";
import { label, ordinal } from "./names";
import { inputAsServed } from "./testing/recorded";
import { Simulation } from "./testing/simulation";
import type { LeaderWorkerSet } from "./types";

/** Two groups of three, unless said otherwise. */
function cluster(spec: Partial<LeaderWorkerSet["spec"]> = {}, template: object = {}): Simulation {
  const set = inputAsServed();
  const leaderWorkerTemplate = { ...set.spec.leaderWorkerTemplate, size: 3, ...template };
  return new Simulation({ ...set, spec: { ...set.spec, replicas: 2, leaderWorkerTemplate, ...spec } });
}

function settled(...args: Parameters<typeof cluster>): Simulation {
  const made = cluster(...args);
  made.settle();
  return made;
}

const names = ({ pods }: Simulation) => pods.map(({ metadata }) => metadata.name).sort();
const uids = (of: Simulation, group: number) => [`big-${group}`, `big-${group}-1`, `big-${group}-2`].map(of.uid);
const condition = ({ status }: Simulation, type: string) => status?.conditions.find((one) => one.type === type)?.status;
const newTemplate = ({ set }: Simulation, size = 3) => {
  const { workerTemplate, ...rest } = set.spec.leaderWorkerTemplate;
  const released = { metadata: { labels: { app: "big", release: "2" } } };
  const [leaders, workers] = [rest.leaderTemplate, workerTemplate].map((template) => ({ ...template, ...released }));
  return { leaderWorkerTemplate: { ...rest, size, leaderTemplate: leaders, workerTemplate: workers } as never };
};

describe("a set", () => {
  it("becomes its groups, each with a leader and its workers", () => {
    const all = ["big-0", "big-0-1", "big-0-2", "big-1", "big-1-1", "big-1-2"];
    expect(names(settled())).toEqual(all);
    expect(names(settled({}, { size: 1 }))).toEqual(["big-0", "big-1"]);
  });

  it("says when all groups are ready, and of which generation", () => {
    const sim = cluster();
    sim.step();
    expect([condition(sim, "Available"), condition(sim, "Progressing")]).toEqual(["False", "True"]);
    sim.settle();
    expect([condition(sim, "Available"), condition(sim, "Progressing")]).toEqual(["True", "False"]);
    expect(sim.status).toMatchObject({ replicas: 2, readyReplicas: 2, updatedReplicas: 2, observedGeneration: 1 });
    sim.unready.add("big-1-2");
    sim.remove(sim.pod("big-1"));
    sim.settle();
    expect(sim.status).toMatchObject({ replicas: 2, readyReplicas: 1, updatedReplicas: 2 });
    expect(condition(sim, "Available")).toBe("False");
  });

  it("makes workers only when the leader is ready, where it is told so", () => {
    const later = cluster({ startupPolicy: "LeaderReady" });
    later.unready.add("big-0");
    later.settle();
    expect(names(later)).toEqual(["big-0", "big-1", "big-1-1", "big-1-2"]);
    later.unready.clear();
    later.settle();
    expect(names(later)).toHaveLength(6);
    const atOnce = cluster();
    atOnce.unready.add("big-0");
    atOnce.settle();
    expect(names(atOnce)).toHaveLength(6);
  });

  it("grows and shrinks by whole groups, from the end", () => {
    const sim = settled();
    const before = [...uids(sim, 0), ...uids(sim, 1)];
    sim.change({ replicas: 3 });
    sim.settle();
    expect(names(sim)).toHaveLength(9);
    expect([...uids(sim, 0), ...uids(sim, 1)]).toEqual(before);
    sim.change({ replicas: 1 });
    sim.settle();
    expect(names(sim)).toEqual(["big-0", "big-0-1", "big-0-2"]);
    expect(uids(sim, 0)).toEqual(before.slice(0, 3));
    expect(sim.status).toMatchObject({ replicas: 1, readyReplicas: 1, observedGeneration: 3 });
  });
});

describe("a pod that is lost", () => {
  const losses: [string, (of: Simulation) => void][] = [
    ["a worker's container restarts", (of) => of.restart("big-0-2")],
    ["the leader's container restarts", (of) => of.restart("big-0")],
    ["a worker is deleted", (of) => of.remove(of.pod("big-0-1"))],
    ["the leader is deleted", (of) => of.remove(of.pod("big-0"))],
    [
      "a worker is gone before anybody looks",
      (of) => {
        of.remove(of.pod("big-0-1"));
        of.pods = of.pods.filter(({ metadata }) => metadata.name !== "big-0-1");
      },
    ],
  ];

  it.each(losses)("ends its whole group once, and no other: %s", (_, lose) => {
    const sim = settled();
    const [first, second] = [uids(sim, 0), uids(sim, 1)];
    const leaders = new Set<unknown>();
    sim.watch = () => leaders.add(sim.pods.find(({ metadata }) => metadata.name === "big-0")?.metadata.uid);
    lose(sim);
    sim.settle();
    expect(uids(sim, 0).filter((uid) => first.includes(uid))).toEqual([]);
    expect(uids(sim, 1)).toEqual(second);
    leaders.delete(undefined);
    expect(leaders.size).toBe(2);
    expect(condition(sim, "Available")).toBe("True");
  });

  it("is replaced alone where groups are not made anew", () => {
    const sim = settled({}, { restartPolicy: "None" });
    const first = uids(sim, 0);
    sim.restart("big-0-2");
    sim.remove(sim.pod("big-0-1"));
    sim.settle();
    expect(uids(sim, 0)).toEqual([first[0], expect.not.stringContaining(first[1] as string), first[2]]);
  });

  it("does not make its group of a template that is only being rolled out", () => {
    const sim = settled({ replicas: 3 });
    sim.unready.add("big-2");
    sim.change(newTemplate(sim, 2));
    sim.settle();
    const before = uids(sim, 0);
    sim.restart("big-0-1");
    sim.settle();
    expect(uids(sim, 0).filter((uid) => before.includes(uid))).toEqual([]);
    const released = sim.pods.filter(({ metadata }) => metadata.labels?.release === "2");
    expect(released.map(({ metadata }) => metadata.name).sort()).toEqual(["big-2", "big-2-1"]);
    expect(names(sim)).toHaveLength(8);
  });
});

describe("a new template", () => {
  it("comes to one group at a time, from the highest down, each when the one before is ready", () => {
    const sim = settled({ replicas: 3 });
    sim.change(newTemplate(sim));
    const order: number[] = [];
    const revision = () => sim.statefulSets.get("big")?.set.metadata.labels?.[label.revision] as string;
    sim.watch = () => {
      const groups = sim.pods.filter(({ metadata }) => metadata.labels?.[label.worker] === "0");
      const states = groups.map((leader) => {
        const workers = sim.statefulSets.get(leader.metadata.name)?.set;
        const state = stateOf({ index: 0, leader, pods: [], ...(workers && { workers }) }, revision());
        return { index: ordinal(leader.metadata.name), ...state };
      });
      expect(states.filter(({ ready }) => ready).length).toBeGreaterThanOrEqual(2);
      for (const { index, updated } of states) if (updated && !order.includes(index)) order.push(index);
    };
    sim.settle();
    expect(order).toEqual([2, 1, 0]);
    expect(sim.status).toMatchObject({ readyReplicas: 3, updatedReplicas: 3, observedGeneration: 2 });
    expect(sim.pods.filter(({ metadata }) => metadata.labels?.[label.revision] !== revision())).toEqual([]);
    expect(sim.statefulSets.get("big")?.set.spec.updateStrategy?.rollingUpdate?.partition).toBe(0);
  });

  it("stops at a group that does not become ready, and says so", () => {
    const sim = settled({ replicas: 3 });
    sim.unready.add("big-2-1");
    sim.change(newTemplate(sim));
    sim.settle();
    expect(sim.status).toMatchObject({ readyReplicas: 2, updatedReplicas: 1, observedGeneration: 2 });
    expect(condition(sim, "UpdateInProgress")).toBe("True");
    sim.unready.clear();
    sim.settle();
    expect(sim.status).toMatchObject({ readyReplicas: 3, updatedReplicas: 3 });
    expect(condition(sim, "UpdateInProgress")).toBe("False");
  });

  it("may have another size", () => {
    const sim = settled();
    sim.change(newTemplate(sim, 2));
    sim.settle();
    expect(names(sim)).toEqual(["big-0", "big-0-1", "big-1", "big-1-1"]);
  });

  it("comes to more groups at a time where more may be missing", () => {
    const sim = settled({
      replicas: 4,
      rolloutStrategy: { rollingUpdateConfiguration: { maxUnavailable: 2 } },
    });
    sim.change(newTemplate(sim));
    sim.step();
    expect(sim.statefulSets.get("big")?.set.spec.updateStrategy?.rollingUpdate?.partition).toBe(2);
  });
});
