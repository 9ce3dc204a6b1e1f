import type { PodPlacement } from "../platform";

type Devices = NonNullable<PodPlacement["devices"]>;

/** AWS's adapter for traffic between nodes, as its device plugin counts it. */
const efa = "vpc.amazonaws.com/efa";

/** Whether there are adapters that bypass the kernel. */
export const hasAdapters = (devices: Devices = {}) =>
  Object.keys(devices).some((name) => !name.startsWith("hugepages-"));

/**
 * What adapters that bypass the kernel need of a container: themselves, memory that stays in place, and libfabric's settings.
 *
 * @param user user id of the container: a capability is root's alone, for others the node's limit of locked memory counts
 */
export function deviceParts(devices: Devices = {}, user: number) {
  return {
    resources: Object.fromEntries(Object.entries(devices).map(([name, amount]) => [name, String(amount)])),
    capabilities: hasAdapters(devices) && user === 0 ? { add: ["IPC_LOCK"] } : {},
    env: (efa in devices ? { FI_PROVIDER: "efa", FI_EFA_USE_DEVICE_RDMA: "1" } : {}) as Record<string, string>,
  };
}
