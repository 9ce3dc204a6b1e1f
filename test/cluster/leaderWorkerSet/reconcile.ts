import { isDeepStrictEqual } from "node:util";
import type { Api } from "./api";
import { decide } from "./decide";
import { apiVersion, kind, label } from "./names";
import { collection, pathOf } from "./paths";
import type { ControllerRevision, LeaderWorkerSet, Pod, StatefulSet } from "./types";

/** What is asked of the API server. */
export type Asked = Pick<Api, "get" | "list" | "apply" | "merge" | "remove">;

/**
 * Looks at a set and does what is to be done.
 *
 * @param key `namespace/name`
 * @param lost uids of StatefulSets that have lost a pod
 */
export async function reconcile(api: Asked, key: string, lost: ReadonlySet<string>): Promise<void> {
  const [namespace, name] = key.split("/") as [string, string];
  const path = `${collection(apiVersion, kind, namespace)}/${name}`;
  const set = await api.get<LeaderWorkerSet>(path);
  if (!set || set.metadata.deletionTimestamp) return;
  const all = <T>(version: string, of: string) =>
    api.list<T>(collection(version, of, namespace), `${label.set}=${name}`);
  const [statefulSets, pods, revisions] = await Promise.all([
    all<StatefulSet>("apps/v1", "StatefulSet"),
    all<Pod>("v1", "Pod"),
    all<ControllerRevision>("apps/v1", "ControllerRevision"),
  ]);
  // members of a list do not say what they are
  const whole = <T extends object>(items: T[], version: string, of: string) =>
    items.map((item) => ({ ...item, apiVersion: version, kind: of }));
  const { apply, remove, status } = decide(
    {
      set,
      statefulSets: whole(statefulSets, "apps/v1", "StatefulSet"),
      pods: whole(pods, "v1", "Pod"),
      revisions,
      lost,
    },
    new Date().toISOString().replace(/\.\d+/, ""),
  );
  for (const leader of remove) await api.remove(leader, "Foreground");
  for (const object of apply) await api.apply(object);
  if (!isDeepStrictEqual(set.status, status)) await api.merge(`${pathOf(set)}/status`, { status });
}
