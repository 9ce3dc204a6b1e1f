import { over, type Rule } from "../../rule";

/** Charts of other engines share the node's memory with hostIPC; a volume at /dev/shm does the same for one pod. */
export const hostNamespaces: Rule = {
  name: "no-host-namespaces",
  description: "Engine pods share neither the node's processes, memory, network nor privileges.",
  severity: "high",
  level: "mandatory",
  tags: ["security"],
  remediation:
    "Remove hostIPC, hostPID, hostNetwork and privileged; use an emptyDir in memory at /dev/shm, and device plugins for adapters.",
  scope: "resource",
  check: ({ engines }) =>
    over(engines, ({ pod, container }) => [
      ...["hostIPC", "hostPID", "hostNetwork"]
        .filter((field) => pod.spec.at(field).flag())
        .map(
          (field) =>
            `${field} opens the node to the engine. Remove it.${field === "hostIPC" ? " For shared memory mount an emptyDir with medium: Memory at /dev/shm." : ""}`,
        ),
      ...(container.at("securityContext", "privileged").flag()
        ? ["the engine's container is privileged. Remove it: GPUs and adapters come from device plugins."]
        : []),
    ]),
};
