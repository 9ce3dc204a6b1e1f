import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Node } from "../host/addresses";
import { changeState } from "../host/state";

const root = "/sys/fs/cgroup";

/** Control group under which all pods of a node are: a kubelet deletes groups that it does not know, so each has its own. */
export const controlGroup = (node: Node) => `/sonar-${node.name}`;

/** Makes a node's group: in every hierarchy of version 1, or in the one of version 2. */
export function makeControlGroup(node: Node): void {
  const unified = existsSync(join(root, "cgroup.controllers"));
  const hierarchies = unified ? [root] : readdirSync(root).map((name) => join(root, name));
  for (const hierarchy of hierarchies) {
    const folder = join(hierarchy, controlGroup(node));
    changeState(({ controlGroups }) => controlGroups.push(folder));
    mkdirSync(folder, { recursive: true });
    // a new cpuset has no processor until it is given one
    for (const file of ["cpuset.cpus", "cpuset.mems"])
      if (!unified && existsSync(join(folder, file)))
        writeFileSync(join(folder, file), readFileSync(join(hierarchy, file)));
  }
}

/** Removes a group with all below it, once its processes have ended. */
export function removeControlGroup(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeControlGroup(join(folder, entry.name));
  rmdirSync(folder);
}
