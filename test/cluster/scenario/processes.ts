import { readdirSync, readFileSync } from "node:fs";

/** Process of a pod's engine on this machine: the nodes' processes are this machine's too. */
export function engineProcess(pod: string): number {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
      if (command.includes("serve") && environment.includes(`HOSTNAME=${pod}`)) return Number(pid);
    } catch {
      // it ended while it was looked at
    }
  }
  throw new Error(`no engine of pod ${pod} runs on this machine`);
}
