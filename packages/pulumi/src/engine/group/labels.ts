import type { PoolPlan } from "@sonar-iac/topology";
import { groupOf } from "./group";

/** What the LeaderWorkerSet controller labels pods with. */
const prefix = "leaderworkerset.sigs.k8s.io";

/** The pods of a group have this label in common, and no others have its value. */
export const groupKeyLabel = `${prefix}/group-key`;

/** Keeps a group within one domain of this node label, and other groups out of it. */
export const exclusiveTopologyAnnotation = `${prefix}/exclusive-topology`;

/** The pods of a pool that clients may speak to: those of a group have one API, in the first pod, unless each has its own. */
export const servingSelector = (selector: Record<string, string>, pool: PoolPlan): Record<string, string> =>
  groupOf(pool)?.api.pods === "leader" ? { ...selector, [`${prefix}/worker-index`]: "0" } : selector;
