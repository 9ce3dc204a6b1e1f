import type * as k8s from "@pulumi/kubernetes";
import type { PoolPlan, RankPlan } from "@sonar-iac/topology";
import { startupCommand, stopCommand } from "./commands";
import type { EnginePodInputs } from "./pod";

type Container = k8s.types.input.core.v1.Container;

/** Ports of the APIs of a pod, by name: one, unless the engine's own supervisor starts a server for each data-parallel rank. */
export const apiPorts = ({ group, httpPort }: PoolPlan) =>
  (group?.api.ports ?? [httpPort]).map((port, index) => ({ name: index === 0 ? "http" : `http-${index}`, port }));

/** Whether clients may speak to a pod. */
export const hasApi = ({ group }: PoolPlan, { rank }: RankPlan) => rank === 0 || group?.api.pods === "every-rank";

/** What a pod with an API has of probes and stops; one without ends with its group. */
export function servingParts(inputs: EnginePodInputs, rank: RankPlan): Partial<Container> {
  const { pool } = inputs;
  if (!hasApi(pool, rank)) return {};
  const { startup, readiness, liveness } = pool.probes;
  const health = { path: "/health", port: "http" };
  const ready = pool.group?.api.readiness ?? health;
  return {
    // the port stays closed while weights load; the warm-up request is the last part of a start
    startupProbe: { exec: { command: startupCommand(inputs) }, ...startup },
    readinessProbe: { httpGet: ready, ...readiness },
    livenessProbe: { httpGet: health, ...liveness },
    lifecycle: { preStop: { exec: { command: stopCommand(inputs) } } },
  };
}
