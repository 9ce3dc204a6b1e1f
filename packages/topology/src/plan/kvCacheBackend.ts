/** What holds the entries of a cache. */
export type KVCacheBackendPlan = MooncakePlan | FilesystemCachePlan | ObjectStoreCachePlan | CpuCachePlan | LMCachePlan;

export type KVCacheKind = KVCacheBackendPlan["kind"];

/** CPU and memory of a server; limit and request of memory are the same. */
export interface ServerResources {
  cpu: number;
  memoryGiB: number;
}

/** Mooncake's store: a master that knows where entries are, and memory that holds them. */
export interface MooncakePlan {
  kind: "mooncake";
  /** - `standalone`: store nodes own the memory. `embedded`: each engine lends some of its pod's. */
  mode: "standalone" | "embedded";
  protocol: "tcp" | "rdma";
  /** Devices for RDMA, by their names and joined by commas; "" lets Mooncake choose. */
  devices: string;
  tenantId: string;
  master: MooncakeMasterPlan;
  /** null: embedded. */
  stores: MooncakeStoresPlan | null;
  /** Embedded: what each engine pod lends, in GiB; else 0. */
  lentGiB: number;
  /** Buffer of each rank of an engine, in MiB. */
  localBufferMiB: number;
  /** Ports that engines and store nodes choose from to speak with each other, first and last: what a NetworkPolicy must let through. */
  dataPorts: { first: number; last: number }[];
  timeouts: MooncakeTimeouts;
}

export interface MooncakeMasterPlan {
  /** One: it keeps where entries are in memory, and a second would know others. */
  replicas: 1;
  /** The command, from `mooncake_master` on. */
  argv: string[];
  ports: { rpc: number; metadata: number; metrics: number };
  /** Where it says that it is alive: a path on the port of metrics. */
  healthPath: string;
  resources: ServerResources;
}

/** Pods that hold entries. */
export interface MooncakeStoresPlan {
  replicas: number;
  /** The command, from `mooncake_client` on. Words in placeholders (`kvCacheMaster`, `kvCachePodAddress`) are put in by the components. */
  argv: string[];
  env: Record<string, string>;
  ports: { rpc: number; http: number };
  /** Where it says that it is alive: a path on its HTTP port. */
  healthPath: string;
  /** Memory for entries of each node. */
  memoryGiB: number;
  /** Second tier of each node on its own claim; null: none. */
  ssd: { sizeGiB: number; mountPath: string } | null;
  resources: ServerResources;
  /** Extended resources for RDMA; {} with TCP. */
  rdmaDevices: Record<string, number>;
}

/** How long an engine waits for the store; in seconds. */
export interface MooncakeTimeouts {
  /** For the connection to the master. */
  connectSeconds: number;
  /** For an answer of the master: looking up, and making room. */
  lookupSeconds: number;
  /** For blocks from a store node that is silent: Mooncake's own, which nothing sets. */
  transferSeconds: number;
}

/** The engine's own tiers: memory of its pod, and below it a claim that all mount. */
export interface FilesystemCachePlan {
  kind: "filesystem";
  /** Memory tier of each engine pod. */
  cpuGiB: number;
  mountPath: string;
  /** Folder of all entries of this identity, below the mount. */
  rootDir: string;
  threads: { read: number; write: number };
  cleaning: CleaningPlan;
}

/** What keeps a cache from growing for ever: nothing in the engine removes entries. */
export interface CleaningPlan {
  /** When the CronJob runs. */
  schedule: string;
  /** Entries older than that are removed, by the time they were written: the engine does not touch them on reading. */
  keepHours: number;
  /** Then those written first are removed until the rest fits. */
  maxGiB: number;
  resources: ServerResources;
}

/** The engine's own tiers: memory of its pod, and below it objects in a bucket. */
export interface ObjectStoreCachePlan {
  kind: "object-store";
  cpuGiB: number;
  region: string;
  /** With its scheme. */
  endpoint: string;
  scheme: "http" | "https";
  /** Prefix of all objects of this identity, without a slash at its end. The bucket's name is put in by the components (`kvCacheBucket`). */
  prefix: string;
  ioThreads: number;
  expiry: {
    /** - `lifecycle-rule`: the component makes a rule of the bucket. `by-owner`: whoever owns the bucket removes objects. */
    by: "lifecycle-rule" | "by-owner";
    days: number;
  };
}

/** Memory of each engine pod, which no other engine sees. */
export interface CpuCachePlan {
  kind: "cpu";
  cpuGiB: number;
}

/** LMCache in an image with a fork that fits the engine, and the server that it shares entries through. */
export interface LMCachePlan {
  kind: "lmcache";
  /** Memory tier of each rank of an engine, in GiB. */
  cpuGiBPerRank: number;
  /** Tokens of one entry. */
  chunkTokens: number;
  lookupTimeoutMs: number;
  transferTimeoutSeconds: number;
  server: ValkeyPlan | ElastiCachePlan;
}

export interface ValkeyPlan {
  kind: "valkey";
  port: number;
  /** `maxmemory`. */
  memoryGiB: number;
  /** Directives of valkey.conf, but for users and certificates. */
  directives: Record<string, string>;
  /** Name of the ACL user; its password is in a Secret. */
  user: string;
  tls: boolean;
  resources: ServerResources;
}

/** ElastiCache Serverless for Valkey: on EKS only. */
export interface ElastiCachePlan {
  kind: "elasticache";
  port: number;
  maxGB: number;
  maxRequestUnitsPerSecond: number;
  user: string;
}
