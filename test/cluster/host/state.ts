import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./paths";

/** A process of ours. Its start time tells it from a later one with the same number. */
export interface OwnedProcess {
  name: string;
  pid: number;
  /** Clock ticks since boot. */
  started: string;
}

/** What `cluster:up` started; enough to end it, also from another process and after a failure. */
export interface State {
  /** Each holds the namespaces of one machine: ending it ends all that runs in them. */
  machines: OwnedProcess[];
  /** Folders of the control group hierarchies that are ours. */
  controlGroups: string[];
}

const file = join(run, "state.json");

/** What is recorded; nothing when there is no cluster. */
export const readState = (): State =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { machines: [], controlGroups: [] };

/** Records a change at once, before anything else can fail. */
export function changeState(change: (state: State) => void): void {
  const state = readState();
  change(state);
  mkdirSync(run, { recursive: true });
  writeFileSync(`${file}.part`, JSON.stringify(state, null, 2));
  renameSync(`${file}.part`, file);
}

export const forgetState = () => rmSync(file, { force: true });

/** Start time of a process, or undefined when there is none. */
export function startTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // the name in parentheses may contain blanks
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

export const isAlive = ({ pid, started }: OwnedProcess) => startTime(pid) === started;
