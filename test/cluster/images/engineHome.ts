import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mooncake } from "../../engine/kv-store/available";
import { realEngine } from "../../engine/real/available";

/** Folders that a pod with the real engine must see at their own paths: the engine, and the Python that made it. */
function engineFolders(): string[] {
  const { available, reason, home } = realEngine();
  if (!available) throw new Error(reason);
  open(home);
  return [home, readFileSync(join(home, "python-home"), "utf8").trim()];
}

/** The installation may keep weights and programs for its owner alone, but a pod's user is another. */
function open(home: string): void {
  execFileSync("chmod", ["-R", "a+rX", join(home, "model"), join(home, "model-moe")]);
  const { master, client } = mooncake();
  execFileSync("chmod", ["a+x", master, client]);
}

/** Volumes and mounts that give a pod the real engine, read-only. */
export function engineVolumes() {
  const mounts = engineFolders().map((path, i) => ({ name: `engine-${i}`, path }));
  return {
    volumes: mounts.map(({ name, path }) => ({ name, hostPath: { path, type: "Directory" } })),
    volumeMounts: mounts.map(({ name, path }) => ({ name, mountPath: path, readOnly: true })),
  };
}
