import type { Explanations, GatewayPlan, RouterPlan } from "../plan";

/** Longest wait in the gateway of a service with routers: where requests queue, the router is what lets them wait. */
export const gatewayQueueSeconds = (queueSeconds: number) => queueSeconds + 5;

/**
 * Limits of one gateway pod in front of routers: above what a router runs and queues even when all traffic comes through this pod, so that
 * the router refuses first, and its reasons are what clients see.
 */
export function admissionBefore(
  { running, queue, queueSeconds, retryAfterSeconds }: RouterPlan["admission"],
  why: Explanations,
): GatewayPlan["admission"] {
  const limit = running + queue;
  const room = Math.max(32, Math.ceil(limit / 4));
  return {
    perEngine: why.because(
      "gateway.admission.perEngine",
      limit + room,
      `above the ${limit} requests that a router runs and queues, so that the router refuses first, with its reasons`,
      "admission",
    ),
    queue: why.because(
      "gateway.admission.queue",
      room,
      "for moments in which refusals of the routers are still on their way",
      "admission",
    ),
    queueSeconds: gatewayQueueSeconds(queueSeconds),
    retryAfterSeconds,
  };
}
