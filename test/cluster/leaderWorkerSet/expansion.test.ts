import { describe, expect, it } from "vitest";
import { headlessService, leaderSet } from "./leaders";
import { ownedBy } from "./owner";
import { differences } from "./testing/compare";
import { isFilledIn } from "./testing/defaults";
import { madePod } from "./testing/madePod";
import { inputAsServed, recorded } from "./testing/recorded";
import type { Resource } from "./types";
import { workerSet } from "./workers";

/** The real controller's hash of the template: ours is another, and nothing else depends on it. */
const revision = "5d58b85bf4";
const set = inputAsServed();
const leaders = leaderSet(set, revision, 0);
const leader = madePod(leaders, 0, "big-7f97d88c7b");
const workers = workerSet(leader, set.spec.leaderWorkerTemplate);
const worker = madePod(workers, 1, "big-0-57dd74d597");

const objects: [string, Resource][] = [
  ["leaders", leaders],
  ["leader", leader],
  ["workers", workers],
  ["worker", worker],
  ["Service", headlessService(set)],
];

describe("the recorded expansion is reproduced, field by field", () => {
  it.each(objects)("%s", (_, made) => {
    const { kind, metadata } = made;
    // the recording has no uids
    for (const owner of metadata.ownerReferences ?? []) Object.assign(owner, { uid: undefined });
    const found = differences(made, recorded(kind, metadata.name));
    expect(found.filter((difference) => !isFilledIn(difference))).toEqual([]);
  });

  it("with the owners that take everything along", () => {
    expect(ownedBy(set)).toEqual([
      {
        apiVersion: "leaderworkerset.x-k8s.io/v1",
        kind: "LeaderWorkerSet",
        name: "big",
        uid: "uid-of-big",
        controller: true,
        blockOwnerDeletion: true,
      },
    ]);
  });
});
