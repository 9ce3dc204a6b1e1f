import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { disconnectHost } from "../control/network";
import { provisioned } from "../control/storage";
import { until } from "../host/command";
import { run } from "../host/paths";
import { forgetState, isAlive, readState } from "../host/state";
import { removeControlGroup } from "../node/controlGroups";

/** Logs stay, to be read after a failure; the next start replaces them. */
const kept = new Set(["logs"]);

/** Ends all that `up` started, as recorded: machines with every process, mount and network device in them; then their files. */
export async function down(): Promise<void> {
  const { machines, controlGroups } = readState();
  for (const machine of machines) if (isAlive(machine)) process.kill(machine.pid, "SIGKILL");
  for (const machine of machines) await until(`the end of ${machine.name}`, 60, async () => !isAlive(machine));
  for (const folder of controlGroups) await until(`the removal of ${folder}`, 60, async () => removed(folder));
  // sockets that were cut off may hold the dead machines' network for minutes: the link is not left to the kernel
  if (machines.length > 0) await disconnectHost();
  if (existsSync(run))
    for (const name of readdirSync(run)) if (!kept.has(name)) rmSync(join(run, name), { recursive: true, force: true });
  if (machines.length > 0 && existsSync(provisioned)) rmdirSync(provisioned);
  forgetState();
}

/** A group can go once its processes have gone. */
function removed(folder: string): boolean {
  try {
    removeControlGroup(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EBUSY") return false;
    throw error;
  }
}
