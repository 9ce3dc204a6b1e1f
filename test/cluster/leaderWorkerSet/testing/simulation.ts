import { decide } from "../decide";
import { isReady } from "../group";
import { ordinal } from "../names";
import { controllerOf } from "../owner";
import type { ControllerRevision, LeaderWorkerSet, Pod, Resource, StatefulSet, Status } from "../types";
import { type Kept, rollStatefulSet } from "./statefulSets";

/**
 * A set on a cluster in which every step is one look of each controller: ours, that of StatefulSets, the garbage collector and the kubelet. It
 * has no clock, so that tests can look at every state in between.
 */
export class Simulation {
  readonly statefulSets = new Map<string, Kept>();
  readonly revisions: ControllerRevision[] = [];
  readonly lost = new Set<string>();
  pods: Pod[] = [];
  status?: Status;
  /** Pods that are held back from becoming ready. */
  readonly unready = new Set<string>();
  /** Told the groups' leaders after each step. */
  watch: () => void = () => {};
  private made = 0;

  constructor(public set: LeaderWorkerSet) {}

  /** Changes the set as a user does. */
  change(spec: Partial<LeaderWorkerSet["spec"]>): void {
    const { metadata } = this.set;
    const generation = (metadata.generation ?? 0) + 1;
    this.set = { ...this.set, metadata: { ...metadata, generation }, spec: { ...this.set.spec, ...spec } };
  }

  pod(name: string): Pod {
    const found = this.pods.find(({ metadata }) => metadata.name === name);
    if (!found) throw new Error(`there is no pod ${name}`);
    return found;
  }

  uid = (name: string) => this.pod(name).metadata.uid;

  restart(name: string): void {
    this.pod(name).status = { ...this.pod(name).status, containerStatuses: [{ restartCount: 1 }] };
  }

  /** Begins to delete a pod; it has gone with the next step. */
  remove(pod: Pod): void {
    pod.metadata.deletionTimestamp = "now";
    this.lost.add(controllerOf(pod) ?? "");
  }

  step(): void {
    const sets = [...this.statefulSets.values()].map(({ set }) => set);
    const { set, revisions, lost } = this;
    const { apply, remove, status } = decide({ set, statefulSets: sets, pods: this.pods, revisions, lost }, "now");
    this.status = status;
    this.set = { ...set, status };
    for (const leader of remove) this.remove(leader);
    for (const object of apply) this.apply(structuredClone(object));
    this.watch();
    this.collect();
    this.pods = this.pods.filter(({ metadata }) => !metadata.deletionTimestamp);
    for (const kept of this.statefulSets.values()) rollStatefulSet(kept, this);
    for (const pod of this.pods) if (!isReady(pod) && pod.metadata.uid) this.makeReady(pod);
  }

  /** Steps until nothing changes. */
  settle(): void {
    for (let before = "", steps = 0; before !== this.picture(); steps++) {
      if (steps > 200) throw new Error(`no end after ${steps} steps: ${this.picture()}`);
      before = this.picture();
      this.step();
    }
  }

  newUid = () => `uid-${++this.made}`;

  private picture = () => JSON.stringify([this.pods, [...this.statefulSets.values()], this.status]);

  private makeReady(pod: Pod): void {
    const status = this.unready.has(pod.metadata.name) ? "False" : "True";
    pod.status = { ...pod.status, conditions: [{ type: "Ready", status }] };
  }

  private apply(object: Resource): void {
    if (object.kind === "ControllerRevision") this.revisions.push(object as ControllerRevision);
    if (object.kind !== "StatefulSet") return;
    const { name } = object.metadata;
    const before = this.statefulSets.get(name);
    const set = object as StatefulSet;
    set.metadata.uid = before?.set.metadata.uid ?? this.newUid();
    this.statefulSets.set(name, { set, stable: before?.stable ?? set });
  }

  /** What an owner that is gone has left behind goes, StatefulSets with their pods: a step after a new owner of the same name is there. */
  private collect(): void {
    const uids = new Set([this.set.metadata.uid, ...this.pods.map(({ metadata }) => metadata.uid)]);
    for (const [name, { set }] of this.statefulSets) {
      if (uids.has(controllerOf(set) as string)) continue;
      this.statefulSets.delete(name);
      this.pods = this.pods.filter((pod) => controllerOf(pod) !== set.metadata.uid);
    }
    this.pods.sort((a, b) => ordinal(a.metadata.name) - ordinal(b.metadata.name));
  }
}
