import type { AlbPlan, GatewayPlan, Problem } from "../../plan";
import type { Notes } from "../nodeGroup";
import { backendOf, healthOf } from "./backend";
import { type Clock, limits, wayOut } from "./limits";

/** An ALB, whoever makes it. Its times are the clock's: it outlasts the gateway, and lets the pods that leave finish. */
export function planAlb(
  { kind, internal }: Pick<AlbPlan, "kind" | "internal">,
  gateway: GatewayPlan,
  clock: Clock,
  { why, problems }: Notes,
): AlbPlan {
  const idleSeconds = clock.loadBalancerIdleSeconds;
  const deregistrationSeconds = why.because(
    "loadBalancer.deregistrationSeconds",
    clock.gateway.graceSeconds,
    "a gateway pod that leaves may take that long to finish its requests",
    "maxRequestSeconds",
  );
  const over = Math.max(idleSeconds - limits.albIdle, deregistrationSeconds - limits.deregistration);
  if (over > 0) problems.push(tooLong(clock, over));
  return {
    kind,
    internal,
    idleSeconds,
    deregistrationSeconds,
    backend: backendOf(gateway),
    health: healthOf(gateway),
  };
}

function tooLong(clock: Clock, over: number): Problem {
  const { maxRequestSeconds: longest } = clock;
  const nlb = `an NLB, which waits up to ${limits.nlbIdle.max} s where TLS ends at the gateway: loadBalancer: { kind: "nlb" } in the platform, and gateway.tlsSecretName`;
  return {
    path: "maxRequestSeconds",
    value: longest,
    message: `${longest} s are more than an ALB waits for: it closes silent connections after ${limits.albIdle} s, and lets go of pods that leave after ${limits.deregistration} s. ${wayOut(clock, longest - over, nlb)}`,
  };
}
