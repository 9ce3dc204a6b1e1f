import { podsOf, replicasOf } from "../kubernetes";
import { attempt } from "../rule";
import { type Fields, kindOf, type ResourceView } from "../view";
import { startSeconds, stopSeconds } from "./seconds";

/** How a workload replaces its pods. */
export interface Rollout {
  /** Replicas that restart. */
  restarting: number;
  /** How many of them are missing at a time. */
  down: number;
  /** For how long at most; null: not known. */
  seconds: number | null;
}

/** Copies of a workload; null where they are known only after deployment. */
export function copies(resource: ResourceView): number | null {
  const [pod] = podsOf(resource);
  let replicas: number | null = null;
  if (pod !== undefined)
    attempt(resource.urn, () => {
      replicas = replicasOf(pod);
      return [];
    });
  return replicas;
}

/** What is missing while pods are replaced: all of them where the strategy is known only after deployment. */
export function rolloutOf(resource: ResourceView): Rollout {
  const replicas = copies(resource) ?? 1;
  let found: Rollout = { restarting: replicas, down: replicas, seconds: null };
  attempt(resource.urn, () => {
    found = kindOf(resource) === "Deployment" ? surging(resource, replicas) : ordered(resource, replicas);
    return [];
  });
  return found;
}

function surging(resource: ResourceView, replicas: number): Rollout {
  const strategy = resource.fields.at("spec", "strategy");
  const one = stopSeconds(resource) + startSeconds(resource);
  if (strategy.at("type").text() === "Recreate") return { restarting: replicas, down: replicas, seconds: one };
  const share = (name: string) => partOf(strategy.at("rollingUpdate", name), "25%", replicas);
  const [least, surge] = [Math.floor(share("maxUnavailable")), Math.ceil(share("maxSurge"))];
  // Kubernetes takes one away where both are none: nothing would move
  const down = least === 0 && surge === 0 ? 1 : least;
  return { restarting: replicas, down, seconds: down === 0 ? 0 : Math.ceil(replicas / down) * one };
}

/** Pods of a StatefulSet, and groups of a LeaderWorkerSet, go before they come. */
function ordered(resource: ResourceView, replicas: number): Rollout {
  const spec = resource.fields.at("spec");
  const groups = kindOf(resource) === "LeaderWorkerSet";
  if (!groups && spec.at("updateStrategy", "type").text() === "OnDelete")
    return { restarting: replicas, down: 0, seconds: 0 };
  const update = groups
    ? spec.at("rolloutStrategy", "rollingUpdateConfiguration")
    : spec.at("updateStrategy", "rollingUpdate");
  const restarting = Math.max(0, replicas - (update.at("partition").number() ?? 0));
  const most = Math.max(1, Math.ceil(partOf(update.at("maxUnavailable"), "1", replicas)));
  const down = Math.min(most, restarting);
  const one = stopSeconds(resource) + startSeconds(resource);
  return { restarting, down, seconds: down === 0 ? 0 : Math.ceil(restarting / down) * one };
}

/** A number, or a share of the replicas. */
function partOf(field: Fields, fallback: string, replicas: number): number {
  const text = field.text() ?? fallback;
  return text.endsWith("%") ? (replicas * Number.parseInt(text, 10)) / 100 : Number(text);
}
