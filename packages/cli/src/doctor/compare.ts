import type { Check, RankReport } from "./examine";
import type { GroupOfPods } from "./pods";

/** What only a look at all ranks of a group shows. */
export function compareRanks({ size }: GroupOfPods, reports: readonly RankReport[]): Check[] {
  return [
    presence(size, reports),
    alike(
      "image",
      reports.map(({ rank, imageId }) => [rank, imageId || null]),
      "name the image by its digest, and restart the group",
    ),
    alike(
      "MTU",
      reports.map(({ rank, mtu }) => [rank, mtu === null ? null : String(mtu)]),
      "give the data plane one MTU on all nodes: longer packets of some are lost on the way to others",
      "warn",
    ),
    clocks(reports),
  ];
}

function presence(size: number, reports: readonly RankReport[]): Check {
  const missing = Array.from({ length: size }, (_, rank) => rank).filter(
    (one) => !reports.some(({ rank }) => rank === one),
  );
  if (missing.length === 0) return ok("ranks", `all ${size} have a pod`);
  return {
    verdict: "fail",
    name: "ranks",
    seen: `no pod for ${missing.join(", ")} of ${size}`,
    todo: "see the LeaderWorkerSet's events and its workers' StatefulSet",
  };
}

function alike(
  name: string,
  values: [rank: number, value: string | null][],
  todo: string,
  verdict: "warn" | "fail" = "fail",
): Check {
  const ranks = new Map<string, number[]>();
  for (const [rank, value] of values) if (value !== null) ranks.set(value, [...(ranks.get(value) ?? []), rank]);
  if (ranks.size === 0) return unknown(name);
  if (ranks.size === 1) return ok(name, [...ranks.keys()].join());
  return { verdict, name, seen: [...ranks].map(([value, of]) => `${value} on ${of.join(", ")}`).join("; "), todo };
}

/** Each was compared with rank 0's already; two may be further from each other. */
function clocks(reports: readonly RankReport[]): Check {
  const known = reports.flatMap(({ clock }) => (clock === null ? [] : [clock]));
  if (known.length === 0) return unknown("clocks");
  const apart = Math.max(...known) - Math.min(...known);
  const seen = `within ${apart.toFixed(2)} s`;
  if (apart <= 2) return ok("clocks", seen);
  return { verdict: "warn", name: "clocks", seen, todo: "let NTP set the clocks of all nodes" };
}

const unknown = (name: string): Check => ({
  verdict: "warn",
  name,
  seen: "not known of any rank",
  todo: "see what the ranks say above",
});
const ok = (name: string, seen: string): Check => ({ verdict: "ok", name, seen, todo: "" });
