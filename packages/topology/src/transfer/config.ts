import { groupId } from "../engine/placeholders";
import type { TransferPlan } from "../plan";

/** What the engine takes when it is not told: UCX. */
const ownBackends = ["UCX"];

/**
 * Settings of a role's connector. No engine_id: the engine makes one at each start, and with a fixed one decode asks a restarted prefill
 * engine for what the one before had. Of several pods each would make its own: they are given one that their group makes at each start. The lease
 * is always written, since the router counts on it.
 */
export function transferSettings(
  role: "prefill" | "decode",
  { connector, loadFailure, leaseSeconds, backends }: Omit<TransferPlan, "compatibility">,
  nodes = 1,
) {
  return {
    kv_connector: connector,
    kv_role: role === "prefill" ? "kv_producer" : "kv_consumer",
    ...(nodes > 1 && { engine_id: groupId }),
    kv_load_failure_policy: loadFailure,
    kv_connector_extra_config: {
      kv_lease_duration: leaseSeconds,
      ...(backends.join() !== ownBackends.join() && { backends }),
    },
  };
}

/** `--kv-transfer-config` of a role. */
export const transferConfig = (...of: Parameters<typeof transferSettings>) => JSON.stringify(transferSettings(...of));
