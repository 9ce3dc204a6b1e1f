/** Kubernetes' objects, as far as the controller reads or writes them. */
export interface Metadata {
  name: string;
  generateName?: string;
  /** None for what is of the whole cluster. */
  namespace?: string;
  uid?: string;
  generation?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  deletionTimestamp?: string;
}

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** Any object. */
export interface Resource {
  apiVersion: string;
  kind: string;
  metadata: Metadata;
}

export interface Container {
  name: string;
  env?: { name: string; value?: string }[];
}

export interface PodTemplate {
  metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> };
  spec: { containers: Container[]; initContainers?: Container[]; hostname?: string; subdomain?: string };
}

interface ContainerStatus {
  restartCount: number;
}

export interface Pod extends Resource, Pick<PodTemplate, "spec"> {
  status?: {
    conditions?: { type: string; status: string }[];
    containerStatuses?: ContainerStatus[];
    initContainerStatuses?: ContainerStatus[];
  };
}

export interface StatefulSet extends Resource {
  spec: {
    replicas: number;
    updateStrategy?: { type?: string; rollingUpdate?: { partition?: number } };
    [field: string]: unknown;
  };
  status?: { observedGeneration?: number; replicas?: number; readyReplicas?: number };
}

/** Everything that a group is made from; a change of it is a rollout. */
export interface LeaderWorkerTemplate {
  leaderTemplate?: PodTemplate;
  workerTemplate: PodTemplate;
  /** Pods of a group, the leader too. */
  size: number;
  restartPolicy: string;
  subGroupPolicy?: unknown;
  volumeClaimTemplates?: unknown[];
  persistentVolumeClaimRetentionPolicy?: object;
}

/** A template that was in force, kept for the groups that still have it. */
export interface ControllerRevision extends Resource {
  revision: number;
  data: LeaderWorkerTemplate;
}

export interface Condition {
  type: string;
  status: "True" | "False";
  reason: string;
  message: string;
  lastTransitionTime: string;
}

export interface Status {
  observedGeneration: number;
  /** Groups. */
  replicas: number;
  readyReplicas: number;
  updatedReplicas: number;
  /** Selects the leaders. */
  hpaPodSelector: string;
  conditions: Condition[];
}

export interface LeaderWorkerSet extends Resource {
  spec: {
    /** Groups. */
    replicas: number;
    leaderWorkerTemplate: LeaderWorkerTemplate;
    startupPolicy: string;
    networkConfig?: { subdomainPolicy: string };
    rolloutStrategy?: {
      rollingUpdateConfiguration?: {
        partition?: number;
        maxUnavailable?: number | string;
        maxSurge?: number | string;
      };
    };
  };
  status?: Partial<Status>;
}
