import { readdirSync, readFileSync } from "node:fs";

/** Process of a pod's engine on this machine: the nodes' processes are this machine's too. */
export const engineProcess = (pod: string) => podProcess(pod, "serve", "supervisor.py");

/** A pod's process that has this word in its command line, and not the other one. */
export function podProcess(pod: string, word: string, not?: string): number {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
      const has = (end: string) => command.some((part) => part.endsWith(end));
      if (has(word) && !(not && has(not)) && environment.includes(`HOSTNAME=${pod}`)) return Number(pid);
    } catch {
      // it ended while it was looked at
    }
  }
  throw new Error(`no ${word} of pod ${pod} runs on this machine`);
}
