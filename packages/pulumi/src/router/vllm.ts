import type * as pulumi from "@pulumi/pulumi";
import type { PoolPlan } from "@sonar-iac/topology";
import { engineLabels, type Side } from "../engine";
import { keyVariable, type ProgramInputs, type RouterProgram } from "./program";

/**
 * vllm-router 0.1.17, from the user's image. It finds pods by their labels, and knows nothing of compatibility; callers are not asked for a key, so
 * that the NetworkPolicy alone keeps others away from it.
 */
export function vllmProgram({ plan, platform, keys, router }: ProgramInputs): RouterProgram {
  const { ports, admission, health, bodyBytes } = plan.router;
  const options: [name: string, ...values: pulumi.Input<string | number>[]][] = [
    ["host", "0.0.0.0"],
    ["port", ports.http],
    ["prometheus-host", "0.0.0.0"],
    ["prometheus-port", ports.metrics],
    ["vllm-pd-disaggregation"],
    ["kv-connector", "nixl"],
    ["service-discovery"],
    ["service-discovery-namespace", platform.namespace],
    ["service-discovery-port", (plan.pools.decode as PoolPlan).httpPort],
    ["prefill-selector", ...selector(plan.name, "prefill")],
    ["decode-selector", ...selector(plan.name, "decode")],
    ["policy", "power_of_two"],
    ["max-concurrent-requests", admission.running],
    ["queue-size", admission.queue],
    ["queue-timeout-secs", admission.queueSeconds],
    ["request-timeout-secs", plan.timings.router.decodeSeconds],
    ["max-payload-size", bodyBytes],
    ["health-check-interval-secs", health.intervalSeconds],
    ["health-check-timeout-secs", health.timeoutSeconds],
    ["health-failure-threshold", health.failures],
    // it would repeat a generation that another engine may have begun
    ["disable-retries"],
  ];
  return {
    image: router.image as pulumi.Input<string>,
    command: ["vllm-router", ...options.flatMap(([name, ...values]) => [`--${name}`, ...values.map(word)])],
    // its option for the key would stand in the command line
    env: [keyVariable("OPENAI_API_KEY", keys)],
    files: {},
    readyPath: "/readiness",
    alivePath: "/liveness",
    alivePort: "http",
    metrics: true,
    rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list", "watch"] }],
    lingers: false,
  };
}

const selector = (service: string, side: Side) =>
  Object.entries(engineLabels(service, side).selector).map(([label, value]) => `${label}=${value}`);

const word = (value: pulumi.Input<string | number>): pulumi.Input<string> =>
  typeof value === "number" ? String(value) : (value as pulumi.Input<string>);
