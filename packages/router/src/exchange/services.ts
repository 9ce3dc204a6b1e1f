import type { RouterConfig } from "../config/config";
import type { Engine } from "../engines/engine";
import type { Registry } from "../engines/registry";
import type { Work } from "../engines/work";
import type { Log } from "../log/log";
import type { RouterMetrics } from "../metrics/metrics";

/** What an exchange works with. */
export interface Services {
  config: RouterConfig;
  /** The configuration's times in milliseconds. */
  times: { prefillMs: number; decodeMs: number; leaseMs: number; marginMs: number };
  registry: Registry;
  work: Work;
  metrics: RouterMetrics;
  log: Log;
  /** What engines get as Authorization. */
  authorization: string | undefined;
  /** Asks an engine's /health now, unless that is being done. */
  look(engine: Engine): void;
}
