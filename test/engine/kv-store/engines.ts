import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../ports";
import { type Engine, launchEngine, startEngine } from "../real/engine";
import type { Store } from "./store";

/** How an engine uses the store. */
export interface StoreUse {
  /** Bytes that the engine lends the store; without them the store's nodes own all of it. */
  lends?: number;
  tenant?: string;
  /** More of the connector's own settings. */
  extra?: Readonly<Record<string, unknown>>;
  /** What becomes of a request whose blocks cannot be loaded. */
  failure?: "fail" | "recompute";
  env?: Readonly<Record<string, string>>;
  /** More options. */
  argv?: readonly string[];
}

/** Time-outs of the requests to the master, whose defaults are 30 s each. */
export const quick = { MC_RPC_TIMEOUT_MS: "2000", MC_RPC_CONNECT_TIMEOUT_MS: "1000" };

/** Starts an engine whose prefixes go to the store and come from there. */
export async function startWithStore(store: Store, use: StoreUse = {}): Promise<Engine> {
  const { folder, start } = await settings(store, use);
  try {
    return await startEngine(start);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The same without waiting, for those that do not come up. */
export async function launchWithStore(store: Store, use: StoreUse = {}): Promise<Engine> {
  const { folder, start } = await settings(store, use);
  const engine = await launchEngine(start);
  void engine.exited.then(() => rmSync(folder, { recursive: true }));
  return engine;
}

async function settings(store: Store, use: StoreUse) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "kv-store-"));
  const file = join(folder, "mooncake.json");
  const config = {
    ...store.addresses,
    protocol: "tcp",
    mode: use.lends === undefined ? "standalone-store" : "embedded",
    global_segment_size: use.lends ?? 0,
    local_buffer_size: 32 * 1024 * 1024,
    ...(use.tenant !== undefined && { tenant_id: use.tenant }),
  };
  writeFileSync(file, JSON.stringify(config));
  const connector = {
    kv_connector: "MooncakeStoreConnector",
    kv_role: "kv_both",
    ...(use.failure && { kv_load_failure_policy: use.failure }),
    // engines of one host need names of their own for the socket between scheduler and worker
    kv_connector_extra_config: { lookup_rpc_port: port, ...use.extra },
  };
  // whole prompts, as the library has it: of parts the engine may die
  const argv = ["--served-model-name", "qwen3", "--max-model-len", "4096", "--no-enable-chunked-prefill"];
  const start = {
    kind: "real" as const,
    argv: [...argv, ...(use.argv ?? []), "--kv-transfer-config", JSON.stringify(connector)],
    env: {
      MOONCAKE_CONFIG_PATH: file,
      APHRODITE_HOST_IP: "127.0.0.1",
      MC_TCP_BIND_ADDRESS: "127.0.0.1",
      ...quick,
      ...use.env,
    },
    port,
  };
  return { folder, start };
}
