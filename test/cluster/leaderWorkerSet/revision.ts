import { createHash } from "node:crypto";
import { kind, label } from "./names";
import { ownedBy } from "./owner";
import type { ControllerRevision, LeaderWorkerSet, LeaderWorkerTemplate } from "./types";

/** Name of what groups are made from now. The server writes maps in one order, so that the same template has the same name. */
export const revisionOf = ({ spec }: LeaderWorkerSet): string =>
  createHash("sha256").update(JSON.stringify(spec.leaderWorkerTemplate)).digest("hex").slice(0, 10);

/** Keeps the template for groups that are made again while another one is rolled out. */
export function keptRevision(set: LeaderWorkerSet, revision: string): ControllerRevision {
  const { name, namespace, generation = 0 } = set.metadata;
  return {
    apiVersion: "apps/v1",
    kind: "ControllerRevision",
    metadata: {
      name: `${name}-${revision}`,
      namespace,
      labels: { [label.set]: name, [label.revision]: revision },
      ownerReferences: ownedBy(set),
    },
    revision: generation,
    data: set.spec.leaderWorkerTemplate,
  };
}

/** The template of a revision. StatefulSets keep theirs under the same labels. */
export const templateOf = (revisions: ControllerRevision[], revision: string): LeaderWorkerTemplate | undefined =>
  revisions.find(
    ({ metadata }) =>
      metadata.labels?.[label.revision] === revision &&
      metadata.ownerReferences?.some((owner) => owner.kind === kind && owner.controller),
  )?.data;
