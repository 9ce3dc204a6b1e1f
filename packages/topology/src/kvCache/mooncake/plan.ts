import { kvCacheMaster, kvCachePodAddress } from "../../engine/placeholders";
import type { Explanations, MooncakePlan, MooncakeStoresPlan, MooncakeTimeouts } from "../../plan";
import type { MooncakeSpec } from "./args";
import { timeoutVariables } from "./environment";
import * as settings from "./settings";

/** The store: its master, and its nodes where engines do not lend the memory. */
export function planMooncake(spec: MooncakeSpec, id: string, why: Explanations): MooncakePlan {
  const { protocol = "tcp", devices = [], memoryGiB } = spec;
  const mode = why.because(
    "backend.mode",
    spec.mode ?? "standalone",
    spec.mode === undefined ? "entries survive the engines" : "as given",
    "backend.mode",
  );
  const ports = { ...settings.masterPorts, ...spec.ports };
  const timeouts = planTimeouts(spec, why);
  const ssd = spec.ssdGiB !== undefined && mode === "standalone";
  return {
    kind: "mooncake",
    mode,
    protocol: why.because(
      "backend.protocol",
      protocol,
      spec.protocol === undefined ? "works on every network" : "as given",
      "backend.protocol",
    ),
    devices: devices.join(","),
    tenantId: why.because(
      "backend.tenantId",
      id,
      "the cache's identity. Mooncake keeps tenants apart with quotas only; what parts entries is the beginning of their keys",
      "model",
    ),
    master: {
      replicas: 1,
      argv: [
        "mooncake_master",
        "--rpc_address=0.0.0.0",
        `--rpc_port=${ports.rpc}`,
        "--enable_http_metadata_server=true",
        `--http_metadata_server_port=${ports.metadata}`,
        "--metrics_host=0.0.0.0",
        `--metrics_port=${ports.metrics}`,
        ...(ssd ? ["--enable_offload=true"] : []),
        "--logtostderr",
      ],
      ports,
      healthPath: settings.healthPath,
      resources: { cpu: 2, memoryGiB: 4 },
    },
    stores: mode === "standalone" ? planStores(spec, timeouts, id, why) : null,
    lentGiB: mode === "embedded" ? memoryGiB : 0,
    localBufferMiB: why.because(
      "backend.localBufferMiB",
      spec.localBufferMiB ?? settings.localBufferMiB,
      spec.localBufferMiB === undefined ? "blocks go from and to the engine's own memory" : "as given",
      "backend.localBufferMiB",
    ),
    dataPorts: settings.dataPorts.map((range) => ({ ...range })),
    timeouts,
  };
}

function planStores(spec: MooncakeSpec, timeouts: MooncakeTimeouts, id: string, why: Explanations): MooncakeStoresPlan {
  const { memoryGiB, ssdGiB, protocol = "tcp", devices = [], rdmaDevices = {}, ports } = spec;
  const master = { ...settings.masterPorts, ...ports };
  const staging = ssdGiB === undefined ? 0 : settings.ssdStagingGiB;
  return {
    replicas: why.because(
      "backend.stores.replicas",
      spec.nodes ?? 1,
      spec.nodes === undefined ? "one store node" : "as given",
      "backend.nodes",
    ),
    argv: [
      "mooncake_client",
      `--host=${kvCachePodAddress}`,
      `--port=${settings.storePorts.rpc}`,
      `--global_segment_size=${Math.floor(memoryGiB * 1024)} MB`,
      `--metadata_server=http://${kvCacheMaster}:${master.metadata}/metadata`,
      `--master_server_address=${kvCacheMaster}:${master.rpc}`,
      `--protocol=${protocol}`,
      ...(devices.length > 0 ? [`--device_names=${devices.join(",")}`] : []),
      `--tenant_id=${id}`,
      ...(ssdGiB === undefined ? [] : ["--enable_offload=true"]),
      "--enable_http_server=true",
      `--http_port=${settings.storePorts.http}`,
      "--logtostderr",
    ],
    env: { ...timeoutVariables(timeouts), ...(ssdGiB !== undefined && ssdVariables(ssdGiB)) },
    ports: { ...settings.storePorts },
    healthPath: settings.healthPath,
    memoryGiB,
    ssd: ssdGiB === undefined ? null : { sizeGiB: ssdGiB, mountPath: settings.ssdPath },
    resources: {
      cpu: 4,
      // page tables, buffers of connections and the program itself
      memoryGiB: why.because(
        "backend.stores.resources.memoryGiB",
        Math.ceil(memoryGiB * 1.05 + staging + 1),
        `${memoryGiB} GiB of entries, a twentieth and 1 GiB beside${staging > 0 ? `, and ${staging} GiB of staging for the second tier` : ""}`,
        "backend.memoryGiB",
      ),
    },
    rdmaDevices: { ...rdmaDevices },
  };
}

/** Where the second tier is, when it is written, and how much of its claim it may fill: then what was read longest ago makes room, instead of an end to writing. */
function ssdVariables(ssdGiB: number) {
  const bytes = String(Math.floor(ssdGiB * settings.ssdUsable * 2 ** 30));
  return {
    MOONCAKE_OFFLOAD_BUCKET_EVICTION_POLICY: "lru",
    MOONCAKE_OFFLOAD_BUCKET_MAX_TOTAL_SIZE: bytes,
    MOONCAKE_OFFLOAD_BUCKET_SIZE_LIMIT_BYTES: String(settings.ssdBucketMiB * 2 ** 20),
    MOONCAKE_OFFLOAD_FILE_STORAGE_PATH: settings.ssdPath,
    MOONCAKE_OFFLOAD_TOTAL_SIZE_LIMIT_BYTES: bytes,
  };
}

function planTimeouts({ timeouts: given = {} }: MooncakeSpec, why: Explanations): MooncakeTimeouts {
  const of = (name: keyof typeof settings.timeouts, reason: string) =>
    why.because(
      `backend.timeouts.${name}Seconds`,
      given[name] ?? settings.timeouts[name],
      given[name] === undefined ? reason : "as given",
      `backend.timeouts.${name}`,
    );
  return {
    connectSeconds: of("connect", "a master that is there answers within milliseconds"),
    lookupSeconds: of(
      "lookup",
      "an engine looks up for one request at a time: while the master is silent, each waits that long",
    ),
    transferSeconds: why.because(
      "backend.timeouts.transferSeconds",
      settings.transferSeconds,
      "Mooncake's own for blocks of a store node that is silent: nothing sets it",
      "backend",
    ),
  };
}
