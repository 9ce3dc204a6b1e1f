import { findInstance, priceOf } from "@sonar-iac/topology";
import { gpuResources, isGpu } from "../../engine";
import { NotHere } from "../../rule";
import { kindOf, type ResourceView } from "../../view";
import { instanceTypesOf } from "../aws/instanceTypes";
import { types } from "../aws/types";
import { capacityTypesOf, mayHaveGpus, typesOfPool } from "./nodePool";

/** Whether a resource makes nodes, or lets an autoscaler make them. */
export const makesNodes = (resource: ResourceView): boolean =>
  [types.nodeGroup, types.autoScalingGroup, types.instance].includes(resource.type as never) ||
  kindOf(resource) === "NodePool";

/** GPUs of the nodes that a resource makes, at its largest size and of its type with the most. */
export function mostNodeGpus(resource: ResourceView, all: readonly ResourceView[]): number {
  if (kindOf(resource) === "NodePool") return gpusOfPool(resource);
  const counts = instanceTypesOf(resource, all).map((type) => findInstance(type)?.gpuCount ?? 0);
  const most = Math.max(0, ...counts);
  return most === 0 ? 0 : most * sizeOf(resource);
}

/** List price per hour of the GPU nodes that a resource makes, at its largest size and of its dearest type. */
export function mostNodesUsd(resource: ResourceView, all: readonly ResourceView[]): number {
  if (kindOf(resource) === "NodePool") return usdOfPool(resource);
  const prices = instanceTypesOf(resource, all)
    .filter((type) => findInstance(type) !== undefined)
    .map((type) => usdOf(type, isOnDemand(resource)));
  return prices.length === 0 ? 0 : Math.max(...prices) * sizeOf(resource);
}

/** Most nodes of a group; one for an instance. */
function sizeOf({ type, fields }: ResourceView): number {
  if (type === types.instance) return 1;
  return (type === types.nodeGroup ? fields.at("scalingConfig", "maxSize") : fields.at("maxSize")).number() ?? 0;
}

function isOnDemand({ fields }: ResourceView): boolean {
  const capacity = fields.at("capacityType");
  return !capacity.known || !capacity.exists || capacity.text() === "ON_DEMAND";
}

function usdOf(type: string, onDemand: boolean): number {
  const known = priceOf(type)?.usdPerHour;
  if (known === undefined || !onDemand)
    throw new NotHere(`the price of a ${type} with this kind of capacity is not known`);
  return known;
}

function gpusOfPool(pool: ResourceView): number {
  const limits = pool.fields.at("spec", "limits");
  if (limits.entries().some(([name]) => isGpu(name))) return gpuResources(limits);
  if (!mayHaveGpus(pool)) return 0;
  throw new NotHere('how many GPUs it may buy is not known: its spec.limits name none (for example "nvidia.com/gpu")');
}

function usdOfPool(pool: ResourceView): number {
  const gpus = gpusOfPool(pool);
  if (gpus === 0) return 0;
  const capacity = capacityTypesOf(pool);
  const shares = typesOfPool(pool).flatMap((type) => {
    const instance = findInstance(type);
    const onDemand = capacity.length === 0 || capacity.includes("on-demand");
    return instance === undefined ? [] : usdOf(type, onDemand) / instance.gpuCount;
  });
  if (shares.length === 0)
    throw new NotHere("the price of its nodes is not known: its requirements name no GPU instance type");
  return gpus * Math.max(...shares);
}
