/** What storage can do, whoever makes it; the checks and the start budget go by it. */
export interface StorageCapabilities {
  /** Many nodes may write at once. */
  readWriteMany: boolean;
  /** Files can be renamed, which is how fetches and compilers finish them. */
  rename: boolean;
  /** Files can be locked and linked. */
  locks: boolean;
  /** MiB/s that one engine reads while all of them start; null: not known. */
  throughputMiBps: number | null;
}

/** Where weights live: what it can do, and what is made of it. */
export type StoragePlan = StorageCapabilities &
  (
    | { kind: "claim"; driver?: string }
    | { kind: "storage-class" }
    | { kind: "ephemeral" }
    | EfsPlan
    | LustrePlan
    | EbsPlan
    | S3Plan
    | NvmePlan
  );

/** Whether data outlives the service: `retain` leaves it in place. */
export type Deletion = "retain" | "delete";

/** A file system of EFS, mounted by an access point of the engines' user. */
export interface EfsPlan {
  kind: "efs";
  /** The file system exists, and only an access point is made. */
  existing: boolean;
  throughputMode: "elastic" | "bursting" | "provisioned";
  /** MiB/s that are paid for; null unless provisioned. */
  provisionedMiBps: number | null;
  /** Subnets with a mount target, by their place in the list: one for each zone. */
  mountTargets: { subnet: number; zone?: string }[];
  deletion: Deletion;
}

/** A file system of FSx for Lustre: SSD, deployment type PERSISTENT_2. */
export interface LustrePlan {
  kind: "fsx-lustre";
  /** The file system exists, and only its claim is made. */
  existing: boolean;
  sizeGiB: number;
  /** MB/s for each TiB; null where the file system exists. */
  perUnitMBps: number | null;
  /** MB/s of the whole file system, in AWS' count: 1000 GiB to a TiB; null where it is not known. */
  totalMBps: number | null;
  /** A folder of a bucket appears in the file system. */
  repository: boolean;
  deletion: Deletion;
}

/** A storage class of gp3 volumes of EBS. */
export interface EbsPlan {
  kind: "ebs";
  iops: number;
  /** MiB/s of each volume. */
  volumeMiBps: number;
  deletion: Deletion;
}

/** Weights that the engine streams from S3; nothing is mounted. */
export interface S3Plan {
  kind: "s3";
  bucket: string;
  /** Folder of the bucket that engines may read, with a slash at its end; empty: all of it. */
  prefix: string;
  /** How pods get their role. */
  identity: "pod-identity" | "irsa";
}

/** The node's own disks. */
export interface NvmePlan {
  kind: "nvme";
}
