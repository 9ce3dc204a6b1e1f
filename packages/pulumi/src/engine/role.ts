import type { PoolPlan } from "@sonar-iac/topology";
import { labelsOf } from "../kube";

/** What a pool is there for. */
export type Role = PoolPlan["role"];

/** One side of a pair. */
export type Side = Exclude<Role, "serve">;

/** Labels of a pool's engines; those that serve whole requests are just engines. */
export const engineLabels = (service: string, role: Role) => labelsOf(service, role === "serve" ? "engine" : role);

/** Which side a pool exchanges KV caches with. */
export const counterparts = { prefill: "decode", decode: "prefill" } as const satisfies Record<Side, Side>;
