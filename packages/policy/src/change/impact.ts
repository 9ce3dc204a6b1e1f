import type { ColdStart } from "./coldStart";

/** What a change does to serving. */
export interface Impact {
  /** `StatefulSet qwen3-serve`. */
  subject: string;
  urn: string;
  /** The change in one line. */
  headline: string;
  /** What changes, each in a few words. */
  because: string[];
  /** Replicas that are missing at a time while it happens. */
  replicasDown: number;
  /** Longest time with fewer replicas than there should be, in seconds; null: not known. */
  downSeconds: number | null;
  /** What becomes of compiled kernels; absent where nothing starts. */
  coldStart?: ColdStart;
  /** Prefill or decode, where the workload is half of a pair. */
  role?: "prefill" | "decode";
  /** Whether pods of it restart. */
  restarts: boolean;
  nodeGroupReplaced: boolean;
  /** Whether what is known only after deployment decides if anything happens at all. */
  open: boolean;
  /** Whether what is stored is lost. */
  dataLost: boolean;
}

/** An impact with nothing in it but what is given. */
export function impact(given: Pick<Impact, "subject" | "urn" | "headline"> & Partial<Impact>): Impact {
  return {
    because: [],
    replicasDown: 0,
    downSeconds: 0,
    restarts: false,
    open: false,
    nodeGroupReplaced: false,
    dataLost: false,
    ...given,
  };
}
