import type { Planned, Problem } from "@sonar-iac/topology";
import {
  MultiNodePipeline,
  type MultiNodePipelineArgs,
  PDDisaggregation,
  type PDDisaggregationArgs,
  ReplicatedService,
  type ReplicatedServiceArgs,
} from "../services";
import { planMultiNodePipeline, planPD, planReplicated } from "../services/plan";

type Values = Record<string, unknown>;

/** What a configuration may come to. */
export type StackResult = ReplicatedService | MultiNodePipeline | PDDisaggregation;

/** A service that a configuration may name. */
interface StackService {
  /** Settings that this service has, and no other. */
  own: readonly string[];
  /** What its arguments come to. */
  plan(name: string, args: Values): Planned;
  make(name: string, args: Values): StackResult;
}

// a stack that says nothing of a pool has one engine of it
const pools = { prefill: {}, decode: {} };

/** Services by the name that a configuration has for them. */
export const stackServices: Readonly<Record<string, StackService>> = {
  replicated: {
    own: ["replicas", "parallelism", "loadBalancing"],
    plan: (name, args) => planReplicated(name, args as unknown as ReplicatedServiceArgs),
    make: (name, args) => new ReplicatedService(name, args as unknown as ReplicatedServiceArgs),
  },
  "multi-node": {
    own: ["replicas", "nodesPerReplica", "parallelism", "network", "scheduling", "loadBalancing"],
    plan: (name, args) => planMultiNodePipeline(name, args as unknown as MultiNodePipelineArgs),
    make: (name, args) => new MultiNodePipeline(name, args as unknown as MultiNodePipelineArgs),
  },
  pd: {
    own: ["prefill", "decode", "kvLoadFailure", "transfer", "network", "scheduling", "router"],
    plan: (name, args) => planPD(name, { ...pools, ...args } as unknown as PDDisaggregationArgs),
    make: (name, args) => new PDDisaggregation(name, { ...pools, ...args } as unknown as PDDisaggregationArgs),
  },
};

/** What Pulumi.yaml sets where a stack says nothing, and no empty object can stand for it. */
const defaults: Values = { replicas: 1, nodesPerReplica: 1, kvLoadFailure: "fail" };

/** Takes settings of other services out of the arguments of one; those that a stack has given are problems. */
export function ownSettings(service: string, args: Values, problems: Problem[]): Values {
  const own = stackServices[service]?.own ?? [];
  const foreign = new Map<string, string[]>();
  for (const [other, { own: its }] of Object.entries(stackServices))
    for (const key of its) if (!own.includes(key)) foreign.set(key, [...(foreign.get(key) ?? []), `"${other}"`]);
  for (const [key, owners] of foreign) {
    const value = args[key];
    if (value === undefined || value === defaults[key]) continue;
    const message = `is a setting of the service ${owners.join(" or ")}. Leave it out; the service "${service}" has ${own.join(", ")}.`;
    problems.push({ path: key, message });
  }
  return Object.fromEntries(Object.entries(args).filter(([key]) => !foreign.has(key)));
}
