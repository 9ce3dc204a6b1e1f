import type { AllowedPath, Balance, Explanations, GatewayPlan, ModelPlan, Problem } from "../plan";
import type { GatewaySpec, LoadBalancingArgs } from "./args";

export interface GatewayInput {
  gateway: GatewaySpec;
  /** One gateway pod's share. */
  admission: GatewayPlan["admission"];
  loadBalancing: LoadBalancingArgs;
  model: ModelPlan;
  contextLimit: number | undefined;
  /** What the gateway chooses from: engines, or routers. */
  replicas: number;
  /** What clients may call. */
  paths: AllowedPath[];
  /** How the platform lets traffic in, unless the gateway is told otherwise. @default "cluster-ip" */
  exposure?: GatewayPlan["exposure"];
}

const KiB = 1024;
const MiB = 1024 * KiB;

/** Gateway pods unless the user says otherwise: two survive the loss of one. */
export const gatewayReplicas = ({ replicas = 2 }: GatewaySpec) => replicas;

/** The gateway's limits, each shared out to its replicas. */
export function planGateway(
  input: GatewayInput,
  why: Explanations,
  problems: Problem[],
  warnings: Problem[],
): GatewayPlan {
  const { gateway, admission, replicas } = input;
  const pods = gatewayReplicas(gateway);
  if (pods === 1)
    warnings.push({
      path: "gateway.replicas",
      value: 1,
      message: "one gateway pod is a single point of failure. Use 2 or more.",
    });
  const slots = why.because(
    "gateway.slots",
    Math.max(8, 2 ** Math.ceil(Math.log2(2 * replicas))),
    "twice the replicas, so that scaling up needs no new configuration",
    "replicas",
  );
  const bodyBytes = bodyLimit(input, why);
  const exposure = gateway.exposure ?? input.exposure ?? "cluster-ip";
  // what an ALB lets through must fit too: 64 KiB of headers, and what HAProxy keeps free for its own
  const least = exposure === "alb" || exposure === "alb-ingress" ? 96 : 64;
  const bufferBytes = why.because(
    "gateway.limits.bufferBytes",
    Math.min(MiB, Math.max(least * KiB, bodyBytes + 32 * KiB)),
    `the body limit and 32 KiB of headers, from ${least} KiB to 1 MiB; a chunked body above it is 413`,
    "gateway.maxBodyMiB",
  );
  const running = admission.perEngine * replicas + admission.queue;
  const maxConnections = why.because(
    "gateway.limits.maxConnections",
    2 * running + 200,
    `twice the ${running} requests that may run and wait, and 200 for refusals and health checks`,
    "admission",
  );
  return {
    replicas: pods,
    ports: planPorts(gateway, problems),
    balance: planBalance(input.loadBalancing, bufferBytes, problems),
    admission,
    slots,
    limits: { bodyBytes, bufferBytes, maxConnections },
    paths: input.paths,
    tls: gateway.tls ?? false,
    exposure,
    memoryMiB: why.because(
      "gateway.memoryMiB",
      Math.ceil((128 + (2 * bufferBytes * running + 2 * 16 * KiB * maxConnections) / MiB) / 64) * 64,
      `two buffers of ${Math.ceil(bufferBytes / KiB)} KiB for each of ${running} requests, and 128 MiB`,
      "admission",
    ),
  };
}

function planPorts({ ports = {}, tls = false }: GatewaySpec, problems: Problem[]): GatewayPlan["ports"] {
  const { http = 8080, https = 8443, metrics = 8404 } = ports;
  if (!tls && ports.https !== undefined) {
    problems.push({
      path: "gateway.ports.https",
      value: https,
      message: "has no effect without TLS. Leave it out, or give gateway.tlsSecretName.",
    });
  }
  const used = Object.entries({ http, ...(tls && { https }), metrics });
  for (const [i, [name, port]] of used.entries()) {
    const other = used.slice(0, i).find(([, taken]) => taken === port);
    if (other) {
      problems.push({
        path: `gateway.ports.${name}`,
        value: port,
        message: `${port} is the ${other[0]} port already. Give each its own; the defaults are 8080, 8443 and 8404.`,
      });
    }
  }
  return { http, https: tls ? https : null, metrics };
}

function bodyLimit({ gateway, model, contextLimit }: GatewayInput, why: Explanations): number {
  if (gateway.maxBodyMiB !== undefined)
    return why.because(
      "gateway.limits.bodyBytes",
      Math.ceil(gateway.maxBodyMiB * MiB),
      "as given",
      "gateway.maxBodyMiB",
    );
  const tokens = typeof model.maxLength === "number" ? model.maxLength : (contextLimit ?? 131_072);
  return why.because(
    "gateway.limits.bodyBytes",
    tokens * 8 + 64 * KiB,
    `${tokens} tokens of at most 8 bytes each, and 64 KiB of other fields`,
    "gateway.maxBodyMiB",
  );
}

function planBalance(args: LoadBalancingArgs, bufferBytes: number, problems: Problem[]): Balance {
  const { policy = "least-requests", maxImbalance = 1.25, header = "x-session-id", prefixBytes = 1024 } = args;
  const only = (field: "maxImbalance" | "header" | "prefixBytes", where: string) => {
    if (args[field] === undefined) return;
    problems.push({
      path: `loadBalancing.${field}`,
      value: args[field],
      message: `has no effect with the policy "${policy}". Leave it out, or use ${where}.`,
    });
  };
  if (policy === "least-requests") only("maxImbalance", '"session-affinity" or "prefix-affinity"');
  if (policy !== "session-affinity") only("header", '"session-affinity"');
  if (policy !== "prefix-affinity") only("prefixBytes", '"prefix-affinity"');
  if (policy === "prefix-affinity") return { policy, prefixBytes: Math.min(prefixBytes, bufferBytes), maxImbalance };
  if (policy === "session-affinity") return { policy, header: header.toLowerCase(), maxImbalance };
  return { policy };
}
