import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Whether Sonar itself can be run here. */
export interface RealEngine {
  available: boolean;
  /** Why not, and the way out; empty when it can. */
  reason: string;
  /** Folder of the installation. */
  home: string;
  /** The engine's command. */
  command: string;
}

/** Looks for the installation that `npm run engine:install` makes; installs nothing. */
export function realEngine(env: NodeJS.ProcessEnv = process.env): RealEngine {
  const home = env.SONAR_CPU_HOME || join(env.HOME || homedir(), ".cache", "sonar-cpu");
  const available = existsSync(join(home, "complete"));
  const reason = available
    ? ""
    : `the engine is not installed in ${home}: npm run engine:install puts it there (9 GB, 3 to 6 minutes)`;
  return { available, reason, home, command: join(home, "bin", "aphrodite") };
}
