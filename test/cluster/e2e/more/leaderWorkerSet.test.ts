import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../host/command";
import { kubectl } from "../../host/kubectl";
import { nodeJs } from "../../images/names";
import { type Controller, startController } from "../../leaderWorkerSet/controller";
import { label, ordinal } from "../../leaderWorkerSet/names";
import { differences } from "../../leaderWorkerSet/testing/compare";
import { expansion, input } from "../../leaderWorkerSet/testing/recorded";
import { asRecorded } from "../../leaderWorkerSet/testing/served";
import type { LeaderWorkerSet, Pod, Resource } from "../../leaderWorkerSet/types";
import { inPod } from "../../scenario/exec";

const minutes = 60_000;
const namespace = `lws-${process.pid}`;
const within = ["--namespace", namespace];

/** Waits to be stopped, as an engine does; a group of three of them starts in seconds. */
const container = {
  name: "rank",
  image: nodeJs,
  command: ["sh", "-c", "trap 'exit 0' TERM; while :; do sleep 1 & wait $!; done"],
};
const template = (release: string) => ({
  metadata: { labels: { release } },
  spec: { terminationGracePeriodSeconds: 5, enableServiceLinks: false, containers: [container] },
});
const set = (name: string, spec: object, release = "1", more: object = {}) => ({
  apiVersion: "leaderworkerset.x-k8s.io/v1",
  kind: "LeaderWorkerSet",
  metadata: { name, namespace },
  spec: { ...spec, leaderWorkerTemplate: { size: 3, workerTemplate: template(release), ...more } },
});

/** Pods of a set by name. */
async function pods(name: string): Promise<Map<string, Pod>> {
  const { items } = await kubectl.get<{ items: Pod[] }>(["pods", ...within, "--selector", `${label.set}=${name}`]);
  return new Map(items.map((pod) => [pod.metadata.name, pod]));
}

/** uid of every pod of a set, by name. */
const uids = async (name: string) =>
  Object.fromEntries([...(await pods(name))].map(([pod, { metadata }]) => [pod, metadata.uid]));

const group = (of: Record<string, unknown>, leader: string) =>
  Object.fromEntries(Object.entries(of).filter(([pod]) => pod === leader || pod.startsWith(`${leader}-`)));

/** Waits as a user would: for the condition, of this generation. */
async function available(name: string): Promise<LeaderWorkerSet> {
  const get = () => kubectl.get<LeaderWorkerSet>(["leaderworkerset", name, ...within]);
  await until(`the end of what ${name} does`, 120, async () => {
    const { metadata, status } = await get();
    const is = status?.conditions?.some((condition) => condition.type === "Available" && condition.status === "True");
    return status?.observedGeneration === metadata.generation && is === true;
  });
  return get();
}

/** Groups of LeaderWorkerSets under the test controller. */
describe("a LeaderWorkerSet", { timeout: 5 * minutes }, () => {
  let controller: Controller;

  beforeAll(async () => {
    controller = await startController();
    await kubectl.run(["create", "namespace", namespace]);
  }, 2 * minutes);

  it("becomes what the real controller made of it", async () => {
    await kubectl.apply([{ ...input(), metadata: { name: "big", namespace: "default" } }]);
    try {
      const served = (kind: string, name: string) => kubectl.get<Resource>([kind, name, "--namespace", "default"]);
      await until("the last pod", 60, () => served("pod", "big-0-1").then(Boolean, () => false));
      for (const recorded of expansion) {
        const made = await served(recorded.kind, recorded.metadata.name);
        expect(differences(asRecorded(made), asRecorded(recorded))).toEqual([]);
      }
    } finally {
      await kubectl.run(["delete", "leaderworkerset", "big", "--namespace", "default", "--cascade=foreground"]);
    }
  });

  it("comes up, and every rank knows its group and finds its leader", async () => {
    await kubectl.apply([set("ranks", { replicas: 2 })]);
    const { status } = await available("ranks");
    expect(status).toMatchObject({ replicas: 2, readyReplicas: 2, updatedReplicas: 2 });
    expect([...(await pods("ranks")).keys()].sort()).toEqual(
      ["0", "0-1", "0-2", "1", "1-1", "1-2"].map((number) => `ranks-${number}`),
    );
    const say = 'echo "$LWS_LEADER_ADDRESS $LWS_GROUP_SIZE $LWS_WORKER_INDEX" $(getent hosts "$LWS_LEADER_ADDRESS")';
    const said = (await inPod(namespace, "ranks-1-2", "rank", say)).trim();
    const leader = await kubectl.get<{ status: { podIP: string } }>(["pod", "ranks-1", ...within]);
    expect(said).toMatch(new RegExp(`^ranks-1.ranks.${namespace} 3 2 ${leader.status.podIP} `));
  });

  it("restarts all ranks of a group of which one has ended, and no other", async () => {
    const before = await uids("ranks");
    await inPod(namespace, "ranks-0-2", "rank", "kill -TERM 1");
    await replaced("ranks-0", before);
  });

  it("restarts all ranks of a group of which a pod is deleted", async () => {
    for (const pod of ["ranks-1-1", "ranks-1"]) {
      const before = await uids("ranks");
      await kubectl.run(["delete", "pod", pod, ...within, "--wait=false"]);
      await replaced("ranks-1", before);
    }
    const before = await uids("ranks");
    await kubectl.run(["delete", "pod", "ranks-0-1", ...within, "--force", "--grace-period=0"]);
    await replaced("ranks-0", before);
  });

  it("gets a new template group by group, from the highest down, each when the one before is ready", async () => {
    const order: number[] = [];
    let fewest = 2;
    let over = false;
    const watching = (async () => {
      while (!over) {
        const { status } = await kubectl.get<LeaderWorkerSet>(["leaderworkerset", "ranks", ...within]);
        fewest = Math.min(fewest, status?.readyReplicas ?? 0);
        for (const { metadata } of (await pods("ranks")).values())
          if (metadata.labels?.release === "2" && metadata.labels[label.worker] === "0") {
            const number = ordinal(metadata.name);
            if (!order.includes(number)) order.push(number);
          }
        await sleep(100);
      }
    })();
    await kubectl.apply([set("ranks", { replicas: 2 }, "2")]);
    const { status } = await available("ranks");
    over = true;
    await watching;
    expect({ order, fewest }).toEqual({ order: [1, 0], fewest: 1 });
    expect(status).toMatchObject({ replicas: 2, readyReplicas: 2, updatedReplicas: 2 });
    const releases = [...(await pods("ranks")).values()].map(({ metadata }) => metadata.labels?.release);
    expect(releases).toEqual(Array(6).fill("2"));
  });

  it("grows and shrinks through its scale, and keeps the groups that stay", async () => {
    const before = await uids("ranks");
    await kubectl.run(["scale", "leaderworkerset", "ranks", ...within, "--replicas=3"]);
    expect((await available("ranks")).status).toMatchObject({ replicas: 3, readyReplicas: 3 });
    expect(await uids("ranks")).toMatchObject(before);
    await kubectl.run(["scale", "leaderworkerset", "ranks", ...within, "--replicas=1"]);
    expect((await available("ranks")).status).toMatchObject({ replicas: 1, readyReplicas: 1 });
    await until("the end of what is too many", 60, async () => (await pods("ranks")).size === 3);
    expect(await uids("ranks")).toEqual(group(before, "ranks-0"));
  });

  it("leaves nothing when it is deleted", async () => {
    await kubectl.run(["delete", "leaderworkerset", "ranks", ...within]);
    const kinds = "pods,statefulsets,services,controllerrevisions";
    const left = () => kubectl.get<{ items: Resource[] }>([kinds, ...within, "--selector", `${label.set}=ranks`]);
    await until("the end of ranks", 60, async () => (await left()).items.length === 0);
  });

  it("restarts a rank alone, and workers after their leader, where it is told so", async () => {
    const ready = { exec: { command: ["test", "-e", "/tmp/ready"] }, periodSeconds: 1 };
    const leaderTemplate = {
      ...template("1"),
      spec: { ...template("1").spec, containers: [{ ...container, readinessProbe: ready }] },
    };
    const more = { leaderTemplate, restartPolicy: "None" };
    await kubectl.apply([set("alone", { replicas: 1, startupPolicy: "LeaderReady" }, "1", more)]);
    const runs = async () => (await pods("alone")).get("alone-0")?.status?.containerStatuses?.length === 1;
    await until("the leader", 60, runs);
    await sleep(3000);
    expect([...(await pods("alone")).keys()]).toEqual(["alone-0"]);
    await until("the leader's readiness", 30, () =>
      inPod(namespace, "alone-0", "rank", "touch /tmp/ready").then(
        () => true,
        () => false,
      ),
    );
    await available("alone");
    const before = await uids("alone");
    await inPod(namespace, "alone-0-1", "rank", "kill -TERM 1");
    const restarts = async () =>
      (await pods("alone")).get("alone-0-1")?.status?.containerStatuses?.[0]?.restartCount === 1;
    await until("the worker's restart", 60, restarts);
    await sleep(3000);
    expect(await uids("alone")).toEqual(before);
  });

  it("says what the test controller does not do", async () => {
    await kubectl.apply([set("never", { replicas: 1 }, "1", { restartPolicy: "RecreateGroupAfterStart" })]);
    const why = ["--output", 'jsonpath={.status.conditions[?(@.type=="Available")].message}'];
    const said = () => kubectl.run(["get", "leaderworkerset", "never", ...within, ...why]);
    await expect.poll(said, { timeout: 20_000 }).toContain("RecreateGroupAfterStart");
    expect((await pods("never")).size).toBe(0);
  });

  afterAll(async () => {
    await kubectl.run(["delete", "namespace", namespace]);
    await controller.stop();
  }, 3 * minutes);
});

/** Waits until a group is another one and all are ready, and checks that no other group was touched. */
async function replaced(leader: string, before: Record<string, unknown>): Promise<void> {
  const old = Object.values(group(before, leader));
  await until(`a new ${leader}`, 60, async () => {
    const now = Object.values(group(await uids("ranks"), leader));
    return now.length === old.length && now.every((uid) => !old.includes(uid));
  });
  expect((await available("ranks")).status).toMatchObject({ readyReplicas: 2 });
  const after = await uids("ranks");
  expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
  const others = ({ ...all }) =>
    Object.fromEntries(Object.entries(all).filter(([pod]) => !(pod in group(all, leader))));
  expect(others(after)).toEqual(others(before));
}
