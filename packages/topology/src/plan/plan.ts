import type { CachePlan } from "./caches";
import type { Explanation } from "./explain";
import type { GatewayPlan } from "./gateway";
import type { KVCacheUsePlan } from "./kvCache";
import type { LoadBalancerPlan } from "./loadBalancer";
import type { NodeGroupPlan, PriceRange } from "./nodeGroup";
import type { PoolPlan } from "./pool";
import type { Problem } from "./problem";
import type { RouterPlan } from "./router";
import type { ScalingSignal } from "./scaling";
import type { Timings } from "./timings";
import type { TransferPlan } from "./transfer";

/** Everything a service will run, as plain data: what components render, previews print and policies check. */
export interface ServingPlan {
  /** Which service this is, as its class is called. */
  service: "ReplicatedService" | "MultiNodePipeline" | "PDDisaggregation";
  /** The logical name; every resource's name starts with it. */
  name: string;
  /** Engine release whose tables were used. */
  engineVersion: string;
  model: ModelPlan;
  /** Pools by role. */
  pools: Record<string, PoolPlan>;
  /** Node groups that the service makes; absent where nodes exist. */
  nodeGroups?: Record<string, NodeGroupPlan>;
  gateway: GatewayPlan;
  /** What pairs prefill with decode; absent where engines serve whole requests. */
  router?: RouterPlan;
  /** How KV caches go from prefill to decode; absent where engines serve whole requests. */
  transfer?: TransferPlan;
  /** The cache of KV blocks that engines share; null: each keeps its own. */
  kvCache: KVCacheUsePlan | null;
  /** What to scale each pool by; absent where engines serve whole requests. */
  scaling?: Record<"prefill" | "decode", ScalingSignal[]>;
  /** The platform's load balancer in front of the gateway; absent where the gateway is reached otherwise. */
  loadBalancer?: LoadBalancerPlan;
  caches: CachePlan;
  keys: KeysPlan;
  /** Whether a pod answers one short request before it takes traffic. */
  warmUp: boolean;
  timings: Timings;
  totals: Totals;
  /** What is allowed but may not be meant. */
  warnings: Problem[];
  /** Why each derived value is what it is. */
  explanations: Explanation[];
}

export interface ModelPlan {
  /** Model id or path, exactly as the engine is given it. */
  source: string;
  revision?: string;
  servedName: string;
  maxLength: number | "auto";
  /** Weights in bytes, when stated. */
  weightsBytes?: number;
}

export interface KeysPlan {
  /** Names of the clients that have a key. */
  clients: string[];
  /** Whether the keys come from a Secret that exists already. */
  existing: boolean;
}

export interface Totals {
  engines: number;
  gpus: number;
  /** Pods that stay: engines, routers and gateway, not the fetch Job. */
  pods: number;
  /** GPU nodes; null where GPUs per node are not known. */
  nodes: number | null;
  /** On-demand list price of the GPU nodes; null where the instance type has no known price. */
  usdPerHour: number | null;
  /** On-demand list price of the node groups that the service makes, from their fewest to their most nodes; null where it is not known. */
  usdPerHourRange?: PriceRange | null;
  /** Day of the price list, and its region. */
  priceDate: string | null;
  priceRegion: string | null;
}
