/** GPU nodes of one instance type that a managed node group of EKS makes. */
export interface NodeGroupPlan {
  instanceType: string;
  /** GPUs of one node. */
  gpusPerNode: number;
  scaling: { min: number; max: number; desired: number };
  /** Once the group is made its number of nodes is left alone, within min and max; false: each update sets it. */
  keepsSize: boolean;
  /** GPUs that the group has at most: `max` nodes. */
  maxGpus: number;
  capacity: "on-demand" | "spot" | "capacity-block" | "reservation";
  /** AMI type as EKS spells it; "CUSTOM" for an image of the user's. */
  amiType: string;
  /** Network interfaces of each node; empty: the one that EKS attaches itself. */
  networkInterfaces: NetworkInterfacePlan[];
  /** Elastic Fabric Adapters of each node. */
  efaInterfaces: number;
  /** - `own`: a cluster placement group is made. `existing`: one that was given. `none`: no placement group. */
  placementGroup: "own" | "existing" | "none";
  /** What becomes of the instance's own NVMe disks; `none` where it has none. */
  localStorage: "raid0" | "none";
  disk: DiskPlan;
  /** Hops that an answer of the instance metadata service may take: 1 keeps it from pods. */
  metadataHops: number;
  updates: UpdatePlan;
  nodeRepair: boolean;
  labels: Record<string, string>;
  taints: TaintPlan[];
  cost: NodeGroupCost;
}

/** One network interface of a launch template. */
export interface NetworkInterfacePlan {
  networkCardIndex: number;
  deviceIndex: number;
  interfaceType: "interface" | "efa" | "efa-only";
}

/** The volume that holds images, logs and ephemeral volumes; a gp3 volume of EBS. */
export interface DiskPlan {
  deviceName: string;
  sizeGiB: number;
  iops: number;
  throughputMiBps: number;
}

/** How nodes are replaced. */
export interface UpdatePlan {
  /** Nodes at once; a share of the group in percent where `percent` is set. */
  maxUnavailable: number;
  percent: boolean;
  /** - `DEFAULT`: new nodes first. `MINIMAL`: old nodes go first, for capacity of which there is no more. */
  strategy: "DEFAULT" | "MINIMAL";
}

/** A taint in the words of Kubernetes. */
export interface TaintPlan {
  key: string;
  value?: string;
  effect: "NoSchedule" | "PreferNoSchedule" | "NoExecute";
}

/** On-demand list price from `min` to `max` nodes. */
export interface NodeGroupCost {
  /** null: not known, as for spot capacity and Capacity Blocks. */
  usdPerHour: PriceRange | null;
  /** Day of the price list, and its region. */
  priceDate: string | null;
  priceRegion: string | null;
}

/** USD per hour, from the smallest to the largest size. */
export interface PriceRange {
  min: number;
  max: number;
}
