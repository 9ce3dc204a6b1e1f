import { setTimeout as sleep } from "node:timers/promises";
import { kubectl } from "../host/kubectl";

/** A pod as tests look at it. */
export interface Pod {
  name: string;
  uid: string;
  node: string;
  address: string;
  labels: Record<string, string>;
  ready: boolean;
  /** It is being deleted. */
  leaving: boolean;
  restarts: number;
}

interface PodObject {
  metadata: { name: string; uid: string; deletionTimestamp?: string; labels: Record<string, string> };
  spec: { nodeName?: string };
  status: {
    podIP?: string;
    conditions?: { type: string; status: string }[];
    containerStatuses?: { restartCount: number }[];
  };
}

interface Workload {
  kind: string;
  metadata: { generation: number };
  spec: { replicas: number };
  status: { observedGeneration?: number; updatedReplicas?: number; readyReplicas?: number; replicas?: number };
}

/** A part of a service, as its pods are labelled. */
export type Component = "engine" | "prefill" | "decode" | "router" | "gateway" | "fetch" | "kv-master" | "kv-store";

/** Pods of one part of a service, by name. */
export async function pods(namespace: string, component: Component): Promise<Pod[]> {
  const selector = `app.kubernetes.io/component=${component}`;
  const { items } = await kubectl.get<{ items: PodObject[] }>([
    "pods",
    "--namespace",
    namespace,
    "--selector",
    selector,
  ]);
  return items.map(({ metadata, spec, status }) => ({
    name: metadata.name,
    uid: metadata.uid,
    node: spec.nodeName ?? "",
    address: status.podIP ?? "",
    labels: metadata.labels,
    ready: status.conditions?.some(({ type, status }) => type === "Ready" && status === "True") ?? false,
    leaving: metadata.deletionTimestamp !== undefined,
    restarts: status.containerStatuses?.[0]?.restartCount ?? 0,
  }));
}

export const uids = async (namespace: string, component: Component) =>
  (await pods(namespace, component)).map(({ uid }) => uid);

/** Whether every engine and every gateway that should be there is there, made from the newest template, and ready. */
export async function isFull(namespace: string): Promise<boolean> {
  const { items } = await kubectl.get<{ items: Workload[] }>(["statefulsets,deployments", "--namespace", namespace]);
  return items.every(({ metadata, spec, status }) => {
    const { observedGeneration, updatedReplicas = 0, readyReplicas = 0, replicas = 0 } = status;
    const all = [updatedReplicas, readyReplicas, replicas].every((count) => count === spec.replicas);
    return observedGeneration === metadata.generation && all;
  });
}

/** Waits until the service is whole; returns the seconds since `start`. */
export async function full(namespace: string, start: number, limitSeconds: number): Promise<number> {
  while (!(await isFull(namespace))) {
    if (Date.now() - start > limitSeconds * 1000)
      throw new Error(
        `${namespace} is not whole after ${limitSeconds} s:\n${await kubectl.run(["get", "pods", "--namespace", namespace, "--output", "wide"])}`,
      );
    await sleep(300);
  }
  return (Date.now() - start) / 1000;
}

/** Waits until a fault is seen in the status: what is measured after it is no reading of the time before. */
export async function notFull(namespace: string, limitSeconds: number): Promise<void> {
  const start = Date.now();
  while (await isFull(namespace)) {
    if (Date.now() - start > limitSeconds * 1000) throw new Error(`${namespace} was whole all the time`);
    await sleep(100);
  }
}
