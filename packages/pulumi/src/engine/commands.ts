import type * as pulumi from "@pulumi/pulumi";
import { type PoolPlan, paths, type ServingPlan } from "@sonar-iac/topology";
import { groupOf } from "./group/group";
import type { Pairing } from "./pairing";

interface Inputs {
  plan: ServingPlan;
  pool: PoolPlan;
  pairing?: Pairing;
}

/** The startup probe's command; a side of a pair is told where its counterparts are. */
export const startupCommand = ({ plan, pool, pairing }: Inputs): pulumi.Input<string>[] => [
  "python3",
  `${paths.scripts}/startup.py`,
  String(pool.httpPort),
  plan.model.servedName,
  String(plan.warmUp),
  ...(pairing ? [pairing.readyName, pairing.alikeName] : []),
];

/** The command before SIGTERM. */
export const stopCommand = ({ plan, pool }: Inputs): string[] => [
  "python3",
  `${paths.scripts}/stop.py`,
  String(pool.httpPort),
  String(plan.timings.engine.preStopSeconds),
  // a supervisor ends an engine that loads, and has none while it waits for its group: process 0 is never there to be waited for
  ...(groupOf(pool) ? ["0"] : []),
];
