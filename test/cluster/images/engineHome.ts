import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { realEngine } from "../../engine/real/available";

/** Folders that a pod with the real engine must see at their own paths: the engine, and the Python that made it. */
function engineFolders(): string[] {
  const { available, reason, home } = realEngine();
  if (!available) throw new Error(reason);
  openModels(home);
  return [home, readFileSync(join(home, "python-home"), "utf8").trim()];
}

/** The installation may keep weights for its owner alone, but a pod's user is another. */
const openModels = (home: string) =>
  execFileSync("chmod", ["-R", "a+rX", join(home, "model"), join(home, "model-moe")]);

/** Volumes and mounts that give a pod the real engine, read-only. */
export function engineVolumes() {
  const mounts = engineFolders().map((path, i) => ({ name: `engine-${i}`, path }));
  return {
    volumes: mounts.map(({ name, path }) => ({ name, hostPath: { path, type: "Directory" } })),
    volumeMounts: mounts.map(({ name, path }) => ({ name, mountPath: path, readOnly: true })),
  };
}
