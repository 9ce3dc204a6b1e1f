import type { Change } from "./change";
import { type Impact, impact } from "./impact";
import { infrastructureImpact } from "./infrastructure";
import { workloadImpact } from "./workload";

/** What changes do to serving: workloads, pairs of prefill and decode, node groups, storage. A change that no client notices is not among them. */
export function impactsOf(changes: readonly Change[]): Impact[] {
  const own = changes.flatMap((change) => {
    if (change.operation === "same" && change.after === undefined) return [];
    return [...workloadImpact(change), ...infrastructureImpact(change, changes)];
  });
  // a group whose own inputs stay is recreated with its template
  const groups = changes
    .filter(({ operation }) => operation === "same")
    .flatMap((change) => infrastructureImpact({ ...change, operation: "update" }, changes));
  return [...own, ...groups, ...pairImpact(own)];
}

/** Whether prefill and decode move together. */
function pairImpact(impacts: readonly Impact[]): Impact[] {
  const restarting = impacts.filter(({ role, restarts }) => role !== undefined && restarts);
  const roles = new Set(restarting.map(({ role }) => role));
  const [first] = restarting;
  if (first === undefined) return [];
  const other = first.role === "prefill" ? "decode" : "prefill";
  const headline =
    roles.size === 2
      ? "move as a pair: old and new engines do not exchange KV caches while both are there"
      : `do not move as a pair: only ${first.role} restarts, and ${other} goes on as it is`;
  return [
    impact({
      subject: "prefill and decode",
      urn: first.urn,
      headline,
      because: restarting.map(({ subject }) => subject),
    }),
  ];
}
