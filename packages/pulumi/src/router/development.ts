import * as pulumi from "@pulumi/pulumi";
import type { PoolPlan } from "@sonar-iac/topology";
import type { Side } from "../engine";
import { keyVariable, type ProgramInputs, type RouterProgram } from "./program";

/** The proxy of the engine's benchmarks, to try a topology: it moves no KV cache, and knows completions only. */
export function developmentProgram({ plan, platform, keys, router }: ProgramInputs): RouterProgram {
  const { name, transfer, timings, router: planned } = plan;
  const host = (side: Side) => pulumi.interpolate`${name}-${side}.${platform.namespace}.svc.${platform.clusterDomain}`;
  const options = (side: Side): pulumi.Input<string>[] => [
    `--${side}-url`,
    pulumi.interpolate`http://${host(side)}:${(plan.pools[side] as PoolPlan).httpPort}/v1/completions`,
    `--${side}-engine-id`,
    `${name}-${side}`,
    `--${side}-nixl-host`,
    host(side),
    `--${side}-nixl-port`,
    String(transfer.sideChannelPort),
  ];
  return {
    image: router.image as pulumi.Input<string>,
    command: [
      "python3",
      "benchmarks/disagg_benchmarks/nixl_proxy_server.py",
      ...options("prefill"),
      ...options("decode"),
      "--timeout",
      String(timings.router.decodeSeconds),
      "--port",
      String(planned.ports.http),
    ],
    env: [keyVariable("OPENAI_API_KEY", keys)],
    files: {},
    readyPath: "/health",
    alivePath: "/health",
    alivePort: "http",
    metrics: false,
    rules: [],
    lingers: false,
  };
}
