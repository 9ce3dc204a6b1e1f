import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Folder of the real engine on this machine: `SONAR_CPU_HOME`. @default ~/.cache/sonar-cpu */
export const engineHome = process.env.SONAR_CPU_HOME ?? join(homedir(), ".cache", "sonar-cpu");

/** Folders that a pod with the real engine must see at their own paths: the engine, and the Python that made it. */
export function engineFolders(): string[] {
  if (!existsSync(join(engineHome, "complete")))
    throw new Error(`There is no engine in ${engineHome}. Install it, or name its folder in SONAR_CPU_HOME.`);
  return [engineHome, readFileSync(join(engineHome, "python-home"), "utf8").trim()];
}

/** Volumes and mounts that give a pod the real engine, read-only. */
export function engineVolumes() {
  const mounts = engineFolders().map((path, i) => ({ name: `engine-${i}`, path }));
  return {
    volumes: mounts.map(({ name, path }) => ({ name, hostPath: { path, type: "Directory" } })),
    volumeMounts: mounts.map(({ name, path }) => ({ name, mountPath: path, readOnly: true })),
  };
}
