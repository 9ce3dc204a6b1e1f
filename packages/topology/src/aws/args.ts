import { z } from "zod";
import { flag, list, map, number, object, oneOf, text, wholeNumber } from "../check";
import type { NetworkInterfacePlan, TaintPlan } from "../plan";
import { type AmiType, amiTypes } from "./amiType";
import { type CapacitySpec, capacitySchema } from "./capacity";

/** Plain part of a GPU node group: all that decides what is created. */
export interface NodeGroupSpec {
  /** EC2 instance type with GPUs, for example "p5.48xlarge". */
  instanceType: string;
  /** Fewest nodes. EKS refuses more than the group has at the time: raise its number of nodes first. @default the nodes that the service needs, which it then has at once; else 1 */
  min?: number;
  /** Most nodes. EKS refuses fewer than the group has at the time. @default the nodes that the service needs, at least `min` */
  max?: number;
  /** Nodes to begin with; later the group's own count stands, unless `min` is left to a service or equals `max`. @default the nodes that the service needs, within `min` and `max` */
  desired?: number;
  /** How EC2 provides the nodes. @default on demand */
  capacity?: CapacitySpec;
  /** AMI type of EKS. @default Amazon Linux 2023 with NVIDIA's drivers, for the instance's architecture */
  amiType?: AmiType;
  /** An image of the user's is given. @default false */
  customAmi?: boolean;
  /** Volume for images, logs and ephemeral volumes. @default 200 GiB at 3000 IOPS and 500 MiB/s */
  disk?: DiskArgs;
  /** What to do with the instance's own NVMe disks: one file system for images and ephemeral volumes, or nothing. @default "raid0" where there are any */
  localStorage?: "raid0" | "none";
  /** Elastic Fabric Adapters: all that the instance type has, or interfaces of your own choice. @default false */
  efa?: boolean | { interfaces: NetworkInterfacePlan[] };
  /** Nodes close to each other: a cluster placement group is made (true), or one exists. @default with EFA, unless the capacity is reserved */
  placementGroup?: boolean | "existing";
  /** The group's subnets, with their zones where those are stated; absent when they are known only later. */
  subnets?: { zone?: string }[];
  /** Labels of the nodes, beside the library's own. @default {} */
  labels?: Record<string, string>;
  /** Taints of the nodes. @default nvidia.com/gpu=present:NoSchedule */
  taints?: TaintPlan[];
  /** How nodes are replaced. @default one at a time; the old one first where capacity is reserved */
  updates?: UpdateArgs;
  /** Let EKS replace nodes that it finds unhealthy. @default true */
  nodeRepair?: boolean;
  /** Hops of the instance metadata service: 2 lets pods use the node's role. @default 1 */
  metadataHops?: number;
}

/** A gp3 volume of EBS. */
export interface DiskArgs {
  /** @default 200 */
  sizeGiB?: number;
  /** @default what the throughput needs, at least 3000 */
  iops?: number;
  /** @default 500 */
  throughputMiBps?: number;
}

/** How nodes are replaced. */
export interface UpdateArgs {
  /** Nodes at once. @default 1 */
  maxUnavailable?: number;
  /** Share of the group at once, in percent, instead of `maxUnavailable`. */
  maxUnavailablePercentage?: number;
  /** - `DEFAULT`: new nodes first. `MINIMAL`: old nodes go first. @default MINIMAL where capacity is reserved, else DEFAULT */
  strategy?: "DEFAULT" | "MINIMAL";
}

const nodes = (hint: string) => wholeNumber({ min: 0, max: 450, hint }).optional();
const index = (what: string) => wholeNumber({ min: 0, max: 63, hint: `Give the index of the ${what}.` });

const interfacesSchema = z
  .array(
    object({
      networkCardIndex: index("network card"),
      deviceIndex: index("device on its card"),
      interfaceType: oneOf(["interface", "efa", "efa-only"]),
    }),
  )
  .min(1, "name at least the first interface: card 0, device 0.");

export const nodeGroupSchema = object({
  instanceType: text('Give an EC2 instance type with GPUs, for example "p5.48xlarge".'),
  min: nodes("Give the fewest nodes."),
  max: wholeNumber({ min: 1, max: 450, hint: "Give the most nodes." }).optional(),
  desired: nodes("Give the nodes to begin with, or leave it out."),
  capacity: capacitySchema.optional(),
  amiType: oneOf(amiTypes).optional(),
  customAmi: flag().optional(),
  disk: object({
    sizeGiB: wholeNumber({ min: 20, max: 65_536, hint: "Give GiB, for example 200." }).optional(),
    iops: wholeNumber({
      min: 3000,
      max: 80_000,
      hint: "Give operations per second; a gp3 volume has 3000.",
    }).optional(),
    throughputMiBps: number({
      min: 125,
      max: 2000,
      inclusive: true,
      hint: "Give MiB per second; a gp3 volume has 125.",
    }).optional(),
  }).optional(),
  localStorage: oneOf(["raid0", "none"]).optional(),
  efa: z
    .union([z.boolean(), object({ interfaces: interfacesSchema })], {
      error: "must be true, false or { interfaces: […] }. Write true for every adapter that the instance type has.",
    })
    .optional(),
  placementGroup: z.union([z.boolean(), z.literal("existing")], { error: "must be true or false." }).optional(),
  subnets: z.array(object({ zone: z.string().optional() })).optional(),
  labels: map(z.string({ error: "must be text: labels are strings." })).optional(),
  taints: list(
    object({
      key: text('Give the taint\'s key, for example "nvidia.com/gpu".'),
      value: z.string({ error: "must be text." }).optional(),
      effect: oneOf(["NoSchedule", "PreferNoSchedule", "NoExecute"]),
    }),
  ).optional(),
  updates: object({
    maxUnavailable: wholeNumber({ min: 1, max: 100, hint: "Give nodes that may be replaced at once." }).optional(),
    maxUnavailablePercentage: wholeNumber({ min: 1, max: 100, hint: "Give percent of the group." }).optional(),
    strategy: oneOf(["DEFAULT", "MINIMAL"]).optional(),
  }).optional(),
  nodeRepair: flag().optional(),
  metadataHops: wholeNumber({ min: 1, max: 64, hint: "Give 1 to keep pods from the node's role, or 2." }).optional(),
});
