import { expect, it } from "vitest";
import { leaderSet } from "./leaders";
import { type Asked, reconcile } from "./reconcile";
import { keptRevision, revisionOf } from "./revision";
import { madePod } from "./testing/madePod";
import { inputAsServed } from "./testing/recorded";
import type { LeaderWorkerSet, Resource, Status } from "./types";

const set = inputAsServed();
const revision = revisionOf(set);

/** An API server that has a set and its leader, whose container has been restarted, and remembers what it is told. */
function server(found?: LeaderWorkerSet) {
  const told: string[] = [];
  let status: Status | undefined;
  const leaders = leaderSet(set, revision, 0);
  leaders.metadata.uid = "uid-of-leaders";
  const leader = madePod(leaders, 0, "a");
  leader.status = { containerStatuses: [{ restartCount: 1 }] };
  // as in an answer: members of a list do not say their kind
  const untyped = ({ kind: _, apiVersion: __, ...rest }: Resource) => rest;
  const lists: Record<string, object[]> = {
    "/apis/apps/v1/namespaces/default/statefulsets": [untyped(leaders)],
    "/api/v1/namespaces/default/pods": [untyped(leader)],
    "/apis/apps/v1/namespaces/default/controllerrevisions": [untyped(keptRevision(set, revision))],
  };
  const api = {
    get: async () => found && { ...found, ...(status && { status }) },
    list: async (path: string, selector: string) => {
      expect(selector).toBe("leaderworkerset.sigs.k8s.io/name=big");
      return lists[path];
    },
    apply: async ({ kind, metadata }: Resource) => told.push(`apply ${kind} ${metadata.name}`),
    remove: async ({ kind, metadata }: Resource, how: string) => told.push(`remove ${kind} ${metadata.name} ${how}`),
    merge: async (path: string, change: { status: Status }) => {
      told.push(path);
      status = change.status;
    },
  } as Asked;
  return { api, told };
}

it("does what is decided, and writes a status only when it is another", async () => {
  const { api, told } = server(set);
  const done = ["remove Pod big-0 Foreground", "apply StatefulSet big", "apply Service big"];
  await reconcile(api, "default/big", new Set());
  expect(told.splice(0)).toEqual([
    ...done,
    "/apis/leaderworkerset.x-k8s.io/v1/namespaces/default/leaderworkersets/big/status",
  ]);
  await reconcile(api, "default/big", new Set());
  expect(told).toEqual(done);
});

it.each([
  ["gone", server()],
  ["going", server({ ...set, metadata: { ...set.metadata, deletionTimestamp: "now" } })],
])("leaves a set alone that is %s", async (_, { api, told }) => {
  await reconcile(api, "default/big", new Set());
  expect(told).toEqual([]);
});
