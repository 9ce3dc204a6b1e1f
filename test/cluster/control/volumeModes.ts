import { chmodSync, readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";

// The provisioner makes folders that only root may write, and a kubelet applies fsGroup to no hostPath volume. A real disk would be
// writable for the pod's group, so every new folder is opened here, before its claim is bound and a pod can mount it.
const folder = process.argv[2] as string;

function open(): void {
  for (const name of readdirSync(folder)) {
    try {
      // a change of mode is an event too
      if ((statSync(join(folder, name)).mode & 0o777) !== 0o777) chmodSync(join(folder, name), 0o777);
    } catch (error) {
      // a volume may be deleted at any time
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}

watch(folder, open);
open();
