import { type NodeSituation, zonesOf } from "../../aws/situation";
import type { Problem } from "../../plan";
import type { ZoneSpec } from "./args";

/** Storage of several zones: each zone with nodes needs it, and it serves no other. */
export function zoneCover(
  subnets: ZoneSpec[],
  { zones: nodeZones, platformZones }: Pick<NodeSituation, "zones" | "platformZones">,
  path: string,
): Problem[] {
  const zones = zonesOf(subnets);
  if (zones === null) return [];
  const missing = (nodeZones ?? []).filter((zone) => !zones.includes(zone));
  const idle = platformZones === null ? [] : zones.filter((zone) => !platformZones.includes(zone));
  return [
    ...(missing.length > 0
      ? [
          {
            path,
            message: `have none in ${missing.join(" and ")}, where nodes are. Add a subnet there, or keep the nodes out.`,
          },
        ]
      : []),
    ...(idle.length > 0
      ? [
          {
            path,
            message: `lie in ${idle.join(" and ")}, where no nodes are (they are in ${platformZones?.join(" and ")}). Leave those subnets out.`,
          },
        ]
      : []),
  ];
}

/** Storage of one zone: nodes must be there, and best nowhere else. */
export function oneZone(
  zone: string | undefined,
  nodeZones: string[] | null,
  path: string,
): { problems: Problem[]; warnings: Problem[] } {
  if (zone === undefined || nodeZones === null) return { problems: [], warnings: [] };
  if (!nodeZones.includes(zone)) {
    const message = `lies in ${zone}, but the nodes are in ${nodeZones.join(" and ")}. Give a subnet of ${nodeZones.length > 1 ? "one of those zones" : "that zone"}.`;
    return { problems: [{ path, value: zone, message }], warnings: [] };
  }
  if (nodeZones.length === 1) return { problems: [], warnings: [] };
  const others = nodeZones.filter((one) => one !== zone).join(" and ");
  const message = `lies in ${zone}, and nodes in ${others} read across zones, which is slower and billed. Keep the nodes in one zone if you can.`;
  return { problems: [], warnings: [{ path, value: zone, message }] };
}
