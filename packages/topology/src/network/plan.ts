import type { Explanations, Problem } from "../plan";
import type { NetworkArgs } from "./args";

/** What follows from the network of a group: the same for all of its pods. */
export interface GroupNetwork {
  /** null: found at start. */
  interface: string | null;
  env: Record<string, string>;
}

/** Variables of NCCL and Gloo. Without an interface both are set at start, from the route to the first pod. */
export function planNetwork(network: NetworkArgs, why: Explanations, warnings: Problem[]): GroupNetwork {
  const { disableInfiniBand = false, disablePeerToPeer = false, ncclDebug = false } = network;
  if (disableInfiniBand) {
    warnings.push({
      path: "network.disableInfiniBand",
      value: true,
      message:
        "reduces performance on nodes that have InfiniBand or RoCE, and EFA with it. Test NCCL without it first, and keep it only where the nodes have no working path.",
    });
  }
  if (disablePeerToPeer) {
    warnings.push({
      path: "network.disablePeerToPeer",
      value: true,
      message:
        "reduces performance where GPUs of a node reach each other's memory. Test NCCL without it first, and keep it only where that access is unavailable or unstable.",
    });
  }
  const named = network.interface ?? null;
  why.because(
    "network.interface",
    named,
    named === null ? "resolved at start from the route to the first pod, for NCCL and Gloo alike" : "as given",
    "network.interface",
  );
  return {
    interface: named,
    env: {
      ...(named !== null && { NCCL_SOCKET_IFNAME: named, GLOO_SOCKET_IFNAME: named }),
      ...(disableInfiniBand && { NCCL_IB_DISABLE: "1" }),
      ...(disablePeerToPeer && { NCCL_P2P_DISABLE: "1" }),
      ...(ncclDebug && { NCCL_DEBUG: "INFO" }),
    },
  };
}
