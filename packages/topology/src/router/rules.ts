import type { Problem, TransferPlan } from "../plan";
import { defaultRouterPorts, type RouterSpec, routerPorts } from "./args";

/** What a router must not be. */
export function routerProblems(
  { kind = "sonar", testMode = false, ports = {}, replicas }: RouterSpec,
  { mode }: Pick<TransferPlan, "mode">,
): Problem[] {
  const problems: Problem[] = [];
  if (kind === "development" && !testMode) {
    problems.push({
      path: "router.kind",
      value: kind,
      message:
        'the development proxy never asks prefill to keep a KV cache nor decode to fetch it, so that decode silently computes every prompt again; it answers errors with 200, knows /v1/completions only, and its /health says nothing. Use "sonar", or say that this is a test: testMode: true.',
    });
  }
  if (testMode && kind !== "development") {
    problems.push({
      path: "router.testMode",
      value: true,
      message: `has no effect with the router "${kind}". Leave it out.`,
    });
  }
  if (kind === "development" && replicas !== undefined && replicas > 1) {
    problems.push({
      path: "router.replicas",
      value: replicas,
      message: "the development proxy is told of one engine on each side, and is for tests. Use 1.",
    });
  }
  if (kind !== "sonar" && mode === "push") {
    problems.push({
      path: "router.kind",
      value: kind,
      message: `the router "${kind}" is known to work where decode pulls blocks, but here prefill pushes them. Use "sonar", or the transfer mode "pull" with one pipeline stage for prefill.`,
    });
  }
  problems.push(...portProblems(ports));
  return problems;
}

/** Two ports that are one: each such port once, where it was given. */
function portProblems(given: NonNullable<RouterSpec["ports"]>): Problem[] {
  const ports = Object.entries(routerPorts({ ports: given })) as [keyof typeof given, number][];
  return ports.flatMap(([name, port], index) => {
    const other = ports.slice(0, index).find(([, number]) => number === port)?.[0];
    if (other === undefined) return [];
    return [
      {
        path: `router.ports.${given[name] === undefined ? other : name}`,
        value: port,
        message: `${port} would be both ports, ${other} and ${name}. Give each its own; the defaults are ${defaults}.`,
      },
    ];
  });
}

const defaults = Object.values(defaultRouterPorts).join(", ");

/** What may not be meant. */
export function routerWarnings({ kind = "sonar", replicas }: RouterSpec): Problem[] {
  const warnings: Problem[] = [];
  if (replicas === 1 && kind !== "development") {
    warnings.push({
      path: "router.replicas",
      value: 1,
      message: "one router pod is a single point of failure. Use 2 or more.",
    });
  }
  if (kind === "vllm-router") {
    warnings.push({
      path: "router.kind",
      value: kind,
      message:
        'vllm-router does not mind how old prefill\'s answer is, and after the lease decode answers 200 with wrong text; nor does it keep engines of different versions apart in a rollout. "sonar" does both.',
    });
  }
  return warnings;
}
