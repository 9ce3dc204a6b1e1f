import type { Explanations, Timings } from "../plan";

/** What a wait is made of; all in seconds but the replicas. */
export interface AwaitInput {
  replicas: number;
  /** Longest stop of an engine. */
  grace: number;
  /** Longest start of an engine. */
  probe: number;
  /** Download of the weights within a pod's start; 0 where a Job does it before. */
  fetch: number;
  gateways: number;
  gatewayGrace: number;
  /** Routers and their longest stop; absent where there are none. */
  router?: { replicas: number; grace: number };
  /** What the user allows instead. */
  rollout: number | undefined;
}

/** A large image on a new node. */
export const imageSeconds = 900;
/** Scheduling, volumes, and the wait between two pods. */
export const podSlackSeconds = 60;

/** How long Pulumi waits: for engines that start together, and for a rollout that goes one pod after the other. */
export function planAwait(input: AwaitInput, why: Explanations): Timings["await"] {
  const { replicas, grace, probe, fetch, gateways, gatewayGrace, router, rollout } = input;
  const fetching = fetch > 0 ? ` + ${fetch} s for the weights` : "";
  const deployment = (name: string, pods: number, stop: number) =>
    why.because(
      `timings.await.${name}`,
      (pods + 1) * (stop + 60) + 300,
      `${pods + 1} × (${stop} s to stop + 60 s) + 300 s for the image`,
      "maxRequestSeconds",
    );
  const set = (name: string, derived: number, reason: string) =>
    why.because(
      `timings.await.${name}`,
      rollout ?? derived,
      rollout === undefined ? reason : "as given",
      "startup.rolloutSeconds",
    );
  return {
    createSeconds: set(
      "createSeconds",
      probe + fetch + podSlackSeconds + imageSeconds,
      `engines start together: ${probe} s to start${fetching} + ${podSlackSeconds} s + ${imageSeconds} s for the image`,
    ),
    updateSeconds: set(
      "updateSeconds",
      replicas * (grace + probe + fetch + podSlackSeconds) + imageSeconds,
      `${replicas} × (${grace} s to stop + ${probe} s to start${fetching} + ${podSlackSeconds} s) + ${imageSeconds} s for the image`,
    ),
    gatewaySeconds: deployment("gatewaySeconds", gateways, gatewayGrace),
    ...(router && { routerSeconds: deployment("routerSeconds", router.replicas, router.grace) }),
  };
}

/**
 * How long a new pod that is ready waits for a counterpart of its own kind: until an old pod over there has made room for one. The weights are
 * fetched on both sides at once.
 *
 * @param grace longest stop of an engine
 */
export function planPairWait(grace: number, why: Explanations): number {
  return why.because(
    "timings.startup.pairSeconds",
    grace + podSlackSeconds + imageSeconds,
    `the counterpart may begin that much later: ${grace} s for an old pod to stop + ${podSlackSeconds} s + ${imageSeconds} s for the image`,
    "maxRequestSeconds",
  );
}
