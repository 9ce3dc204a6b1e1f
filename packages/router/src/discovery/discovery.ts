import type { EngineAddress } from "../engines/engine";

/** Where engines come from. */
export interface Discovery {
  /** Resolves when engines were told for the first time. */
  start(): Promise<void>;
  /** Looks again, because someone asked for it (SIGHUP). */
  reload(): void;
  stop(): void;
}

/** Who is told of them: always of all. */
export type EnginesListener = (engines: EngineAddress[]) => void;
