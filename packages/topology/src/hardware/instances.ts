import { nearest } from "../engine/nearest";
import table from "./instances.generated.json";

/** One EC2 instance type with GPUs. null: not known. Numbers are those of the EC2 API, not of advertisements. */
export interface InstanceType {
  type: string;
  family: string;
  gpuName: string;
  /** GPUs that a node offers to pods; a slice of a GPU counts as one. */
  gpuCount: number;
  /** Part of a whole GPU that each of them is: 1, or less for slices. */
  gpuPartition: number;
  /** Usable memory of one of them, in MiB. */
  gpuMemoryMiB: number;
  arch: "x86_64" | "arm64";
  vcpu: number;
  memoryGiB: number;
  /** Whether the GPUs are joined by NVLink; else PCIe. */
  nvlink: boolean;
  gpuDirectRdma: boolean | null;
  networkGbps: number;
  /** Whether `networkGbps` is reached in bursts only. */
  networkBurst: boolean;
  networkCards: number | null;
  maxNetworkInterfaces: number | null;
  card0MaxInterfaces: number | null;
  /** Elastic Fabric Adapters; 0: none. */
  efaInterfaces: number | null;
  efaNetworkCardIndexes: readonly number[] | null;
  /** Network interfaces for a launch template that uses every adapter; null without adapters. */
  efaInterfaceLayout: readonly EfaInterface[] | null;
  localNvme: { count: number; sizeGB: number } | null;
  ebsMaxThroughputMBps: number | null;
  /** AMI types of EKS that have drivers for its GPUs; ["CUSTOM"]: none has. */
  eksAmiTypes: readonly string[];
  /** Whether Capacity Blocks of it are sold. */
  capacityBlocks: boolean;
  bareMetal: boolean;
  onDemandUsdPerHourUsEast1: number | null;
  /** Day of the price, YYYY-MM-DD. */
  priceDate: string | null;
  /** Fields whose value was not confirmed by the EC2 API. */
  uncertain: readonly string[];
  /** No longer offered. */
  retired: boolean;
}

/** One network interface of a launch template. */
export interface EfaInterface {
  networkCardIndex: number;
  deviceIndex: number;
  interfaceType: string;
}

const instances = table.instances as readonly InstanceType[];

/** The instance type of exactly this name ("p5.48xlarge"), or undefined when it is unknown or has no GPU. */
export function findInstance(type: string): InstanceType | undefined {
  return instances.find((i) => i.type === type);
}

/** Names of all instance types with GPUs, sorted. */
export function instanceTypes(): string[] {
  return instances.map((i) => i.type);
}

/** Up to three known names that `type` may have been meant for, best first. */
export function nearInstances(type: string): string[] {
  return nearest(type, instanceTypes(), 3);
}

/** Instance types with exactly `count` whole GPUs, cheapest first, those without a price last. Retired types are left out, and so are those
 *  of another architecture: the engine is published for x86_64 only. */
export function instancesWithGpus(count: number, arch: InstanceType["arch"] = "x86_64"): InstanceType[] {
  const price = (i: InstanceType) => i.onDemandUsdPerHourUsEast1 ?? Number.POSITIVE_INFINITY;
  return instances
    .filter((i) => i.gpuCount === count && i.gpuPartition === 1 && i.arch === arch && !i.retired)
    .sort((a, b) => (price(a) === price(b) ? 0 : price(a) - price(b)));
}

/** On-demand list price of one instance (Linux), with its day and region, or null when none is known. No discount is in it, and other
 *  regions cost more or less. */
export function priceOf(type: string): { usdPerHour: number; date: string; region: string } | null {
  const instance = findInstance(type);
  if (!instance || instance.onDemandUsdPerHourUsEast1 === null || instance.priceDate === null) return null;
  return { usdPerHour: instance.onDemandUsdPerHourUsEast1, date: instance.priceDate, region: table.priceRegion };
}
