import { attempt, over, type Rule } from "../../rule";
import { groupDifferences } from "./differences";
import { groupsOf } from "./group";
import { layoutOfGroup, rankChecks } from "./ranks";

/** Ranks that do not find each other, or run something else, wait until a time-out ends them all. */
export const oneEngine: Rule = {
  name: "group-runs-one-engine",
  description: "Leader and workers of a LeaderWorkerSet are the ranks of one engine.",
  severity: "high",
  level: "mandatory",
  tags: ["gpu", "engine"],
  remediation:
    "Give all pods one command and one environment with --nnodes equal to size, --node-rank $(LWS_WORKER_INDEX) and --master-addr $(LWS_LEADER_ADDRESS), and --headless to workers alone.",
  scope: "resource",
  check: ({ engines }) =>
    groupsOf(engines).flatMap((group) => {
      const { urn } = group.resource;
      return attempt(urn, () => {
        const layout = layoutOfGroup(group);
        if (layout === undefined) return [];
        return [
          ...rankChecks.flatMap((check) => over([group], () => check(group, layout))),
          ...groupDifferences(group),
        ];
      });
    }),
};
