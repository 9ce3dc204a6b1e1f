import { kvCacheMaster } from "../../engine/placeholders";
import type { KVCacheFile, MooncakePlan } from "../../plan";
import { mooncakeConfigPath, pieceMiB } from "./settings";

/** The lent memory is cut into pieces of this size. */
const piece = pieceMiB * 2 ** 20;

/** Bytes that each rank of a pod lends: what the pod lends, shared out and rounded down. */
export const segmentBytes = (lentGiB: number, ranks: number) => Math.floor((lentGiB * 2 ** 30) / ranks / piece) * piece;

/** The file that an engine pod of so many ranks reads at its start; the master's name is put in by the components. */
export function mooncakeConfigFile(plan: MooncakePlan, ranks: number): KVCacheFile {
  const { ports } = plan.master;
  const content = {
    metadata_server: `http://${kvCacheMaster}:${ports.metadata}/metadata`,
    master_server_address: `${kvCacheMaster}:${ports.rpc}`,
    protocol: plan.protocol,
    device_name: plan.devices,
    mode: plan.mode === "standalone" ? "standalone-store" : "embedded",
    // the engine wants 0 where it lends nothing
    global_segment_size: plan.mode === "standalone" ? 0 : segmentBytes(plan.lentGiB, ranks),
    local_buffer_size: plan.localBufferMiB * 2 ** 20,
    enable_offload: plan.stores?.ssd != null,
    tenant_id: plan.tenantId,
  };
  return { path: mooncakeConfigPath, content: `${JSON.stringify(content, null, 2)}\n` };
}
