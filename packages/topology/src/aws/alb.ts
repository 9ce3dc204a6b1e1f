import type { AlbPlan, Explanations, GatewayPlan, Problem, Timings } from "../plan";

/** Plain part of a load balancer's arguments. */
export interface LoadBalancerSpec {
  kind: "alb";
  /** @default true */
  internal?: boolean;
  /** The load balancer's subnets, with their zones where those are stated; absent when they are known only later. */
  subnets?: { zone?: string }[];
  /** The subnets are those of the platform, where messages then point. @default false */
  commonSubnets?: boolean;
}

/** What an ALB can wait for. Source: attributes of load balancers and target groups, elbv2 API. */
const limits = { idle: 4000, deregistration: 3600 };

/** Times of an ALB, from the clock: it outlasts the gateway, and lets the pods that leave finish. */
export function planAlb(
  spec: LoadBalancerSpec,
  gateway: GatewayPlan,
  timings: Pick<Timings, "maxRequestSeconds" | "gateway" | "loadBalancerIdleSeconds">,
  why: Explanations,
  problems: Problem[],
): AlbPlan {
  const idleSeconds = timings.loadBalancerIdleSeconds;
  const deregistrationSeconds = why.because(
    "loadBalancer.deregistrationSeconds",
    timings.gateway.graceSeconds,
    "a gateway pod that leaves may take that long to finish its requests",
    "maxRequestSeconds",
  );
  const over = Math.max(idleSeconds - limits.idle, deregistrationSeconds - limits.deregistration);
  if (over > 0) {
    problems.push({
      path: "maxRequestSeconds",
      value: timings.maxRequestSeconds,
      message: `${timings.maxRequestSeconds} s are more than an ALB waits for: it closes silent connections after ${limits.idle} s, and lets go of pods that leave after ${limits.deregistration} s. ${wayOut(timings.maxRequestSeconds - over)}`,
    });
  }
  problems.push(...subnetProblems(spec));
  const { http, https } = gateway.ports;
  return {
    kind: "alb",
    internal: spec.internal ?? true,
    idleSeconds,
    deregistrationSeconds,
    backend: https === null ? { port: http, protocol: "HTTP" } : { port: https, protocol: "HTTPS" },
    // the plain port answers health checks with TLS too
    health: { port: http, path: "/health", intervalSeconds: 5, timeoutSeconds: 4, threshold: 2 },
  };
}

const wayOut = (most: number) => {
  const other = 'a TCP load balancer, which waits up to 6000 s: gateway: { exposure: { kind: "load-balancer", … } }';
  return most >= 1 ? `Use at most ${most}, or ${other}.` : `Use ${other}.`;
};

function subnetProblems({ subnets, commonSubnets }: LoadBalancerSpec): Problem[] {
  if (subnets === undefined) return [];
  const zones = new Set(subnets.map(({ zone }) => zone));
  if (subnets.length >= 2 && (zones.has(undefined) || zones.size >= 2)) return [];
  const found = subnets.length < 2 ? String(subnets.length) : `those of ${[...zones][0]} only`;
  const whose = commonSubnets ? " from the platform" : "";
  return [
    {
      path: "platform.loadBalancer.subnetIds",
      message: `an ALB needs subnets in two availability zones or more, but has ${found}${whose}. Give it subnets of its own.`,
    },
  ];
}
