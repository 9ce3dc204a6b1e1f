import type { Exit } from "../../engine/process/group";

/** An engine as a router is told of it. */
export interface EnginePlace {
  url: string;
  /** Engines of a pair must share it. */
  compatibility?: string;
  /** It finishes what it has and gets nothing new. */
  draining?: boolean;
}

/** What a router is to do. */
export interface Setup {
  prefill: readonly EnginePlace[];
  decode: readonly EnginePlace[];
  /** How long prefill holds what nobody has asked for. */
  leaseSeconds: number;
  /** Without prefill: refuse, or let decode work alone. */
  noPrefill: "fail" | "recompute";
  /** Key of the engines, and of clients. */
  key: string | undefined;
  /** Longest body. */
  bodyBytes: number;
  /** Requests at once, and how many wait for how long. */
  running: number;
  queue: number;
  queueSeconds: number;
  /** How long prefill may take. */
  prefillSeconds: number;
}

/** What not every router has, and a row may need. */
export type Feature =
  /** Engines with labels of which only equal ones make a pair. */
  | "compatibility"
  /** Decode alone when there is no prefill, if that is asked for. */
  | "recompute"
  /** A key that clients must send. */
  | "client-keys"
  /** An engine of a static list can be marked as draining while the router runs. */
  | "draining";

/** A router that runs. */
export interface RunningRouter {
  url: string;
  pid: number;
  logs(): string;
  exited: Promise<Exit>;
  /** What Prometheus would read. */
  metrics(): Promise<string>;
  /** Requests that engines have of this router, as it counts them. */
  inFlight(): Promise<number>;
  /** What a liveness probe asks. */
  alive: string;
  /** Status of what a readiness probe asks; undefined: no connection. */
  ready(): Promise<number | undefined>;
  /** Tells it of other engines, or of other states of them. */
  tell(engines: Pick<Setup, "prefill" | "decode">): Promise<void>;
  kill(): Promise<void>;
}

/** A program that can be tested. */
export interface Router {
  name: string;
  version: string;
  /** Why it cannot be run here, and the way out; empty when it can. */
  missing: string;
  offers: ReadonlySet<Feature>;
  /** Starts it, and waits until it serves. */
  start(setup: Setup): Promise<RunningRouter>;
}
