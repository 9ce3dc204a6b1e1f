import type { GatewayPlan, NlbPlan, Problem } from "../../plan";
import type { Notes } from "../nodeGroup";
import { backendOf, healthOf } from "./backend";
import { type Clock, limits, wayOut } from "./limits";
import type { LoadBalancerSpec } from "./spec";

/** An NLB: it passes connections on, so that the gateway is the one to keep them, and where TLS may end. */
export function planNlb(spec: LoadBalancerSpec, gateway: GatewayPlan, clock: Clock, notes: Notes): NlbPlan {
  const internal = spec.internal ?? true;
  const tls = spec.tls ?? false;
  if (!tls && !gateway.tls) clearText(internal, notes);
  return {
    kind: "nlb",
    internal,
    idleSeconds: idleOf(tls, clock, notes),
    ...leaving(clock, notes),
    listener: { port: tls || gateway.tls ? 443 : 80, protocol: tls ? "TLS" : "TCP" },
    backend: backendOf(gateway),
    crossZone: spec.crossZone ?? true,
    health: healthOf(gateway),
  };
}

function clearText(internal: boolean, { problems, warnings }: Notes): void {
  const [told, where] = internal ? [warnings, "through the VPC"] : [problems, "through the internet"];
  told.push({
    path: "platform.loadBalancer",
    message: `keys and texts go ${where} in clear, since nothing ends TLS. Give gateway.tlsSecretName, or for short requests a certificateArn to the NLB.`,
  });
}

function idleOf(tls: boolean, clock: Clock, { why, problems }: Notes): number {
  const { loadBalancerIdleSeconds: wanted, maxRequestSeconds: longest } = clock;
  const { min, max } = limits.nlbIdle;
  const most = tls ? limits.nlbTlsIdle : max;
  if (wanted > most) problems.push(tooLong(tls, clock, most));
  if (tls) {
    const reason = "what listeners that end TLS wait, which cannot be changed";
    return why.because("loadBalancer.idleSeconds", most, reason, "platform.loadBalancer.certificateArn");
  }
  const reason = wanted < min ? `the shortest that an NLB has` : `as long as one request of ${longest} s may be silent`;
  return why.because("loadBalancer.idleSeconds", Math.max(min, wanted), reason, "maxRequestSeconds");
}

function tooLong(tls: boolean, clock: Clock, most: number): Problem {
  const { maxRequestSeconds: longest, loadBalancerIdleSeconds: wanted } = clock;
  const atGateway =
    "TLS at the gateway: leave out certificateArn in the platform's loadBalancer, and give gateway.tlsSecretName";
  const closes = tls
    ? `one that ends TLS closes silent connections after ${most} s, and that is fixed`
    : `it closes silent connections after ${most} s at the most`;
  return {
    path: "maxRequestSeconds",
    value: longest,
    message: `${longest} s are more than an NLB waits for: ${closes}. ${wayOut(clock, longest - (wanted - most), tls ? atGateway : undefined)}`,
  };
}

/** A pod that leaves may finish for longer than an NLB counts, if connections are not closed when it has counted. */
function leaving({ gateway: { graceSeconds } }: Clock, { why }: Notes) {
  const most = limits.deregistration;
  const longer = graceSeconds > most;
  const deregistrationSeconds = why.because(
    "loadBalancer.deregistrationSeconds",
    Math.min(graceSeconds, most),
    longer
      ? `the most there is, and connections are not closed then: a gateway pod may take ${graceSeconds} s to finish`
      : "a gateway pod that leaves may take that long to finish its requests",
    "maxRequestSeconds",
  );
  return { deregistrationSeconds, connectionTermination: !longer };
}
