import * as pulumi from "@pulumi/pulumi";
import type { PoolPlan, ServingPlan, TransferPlan } from "@sonar-iac/topology";
import type { Platform } from "../platform";
import { compatibilityHash } from "./compatibility";
import type { EngineOverrides } from "./pod";
import { counterparts, type Side } from "./role";

/** What one side of a pair knows of itself and of the other one. */
export interface Pairing {
  side: Side;
  transfer: TransferPlan;
  /** Value of the compatibility label. */
  compatibility: pulumi.Output<string>;
  counterpart: Side;
  /** DNS name of the counterpart's engines that are ready, whatever their compatibility. */
  readyName: pulumi.Output<string>;
  /** DNS name of the counterpart's engines of this compatibility, ready or not. */
  alikeName: pulumi.Output<string>;
}

/** How a pool is paired; undefined where engines serve whole requests. */
export function pairingOf(inputs: {
  plan: ServingPlan;
  pool: PoolPlan;
  platform: Platform;
  image: pulumi.Input<string>;
  overrides?: EngineOverrides;
}): Pairing | undefined {
  const { plan, pool, platform, overrides } = inputs;
  const { transfer } = plan;
  if (pool.role === "serve" || transfer === undefined) return undefined;
  const counterpart = counterparts[pool.role];
  // an image that overrides the service's is what counts
  const compatibility = compatibilityHash(transfer.compatibility, overrides?.container?.image ?? inputs.image);
  const domain = pulumi.interpolate`${platform.namespace}.svc.${platform.clusterDomain}`;
  return {
    side: pool.role,
    transfer,
    compatibility,
    counterpart,
    readyName: pulumi.interpolate`${plan.name}-${counterpart}.${domain}`,
    alikeName: pulumi.interpolate`${plan.name}-${counterpart}-${compatibility}.${domain}`,
  };
}
