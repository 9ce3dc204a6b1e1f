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
  /** What the user allows instead. */
  rollout: number | undefined;
}

/** A large image on a new node. */
const image = 900;
/** Scheduling, volumes, and the wait between two pods. */
const slack = 60;

/** How long Pulumi waits: for engines that start together, and for a rollout that goes one pod after the other. */
export function planAwait(input: AwaitInput, why: Explanations): Timings["await"] {
  const { replicas, grace, probe, fetch, gateways, gatewayGrace, rollout } = input;
  const fetching = fetch > 0 ? ` + ${fetch} s for the weights` : "";
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
      probe + fetch + slack + image,
      `engines start together: ${probe} s to start${fetching} + ${slack} s + ${image} s for the image`,
    ),
    updateSeconds: set(
      "updateSeconds",
      replicas * (grace + probe + fetch + slack) + image,
      `${replicas} × (${grace} s to stop + ${probe} s to start${fetching} + ${slack} s) + ${image} s for the image`,
    ),
    gatewaySeconds: why.because(
      "timings.await.gatewaySeconds",
      (gateways + 1) * (gatewayGrace + 60) + 300,
      `${gateways + 1} × (${gatewayGrace} s to stop + 60 s) + 300 s for the image`,
      "maxRequestSeconds",
    ),
  };
}
