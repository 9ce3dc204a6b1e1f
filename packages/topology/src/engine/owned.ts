/** Options that the library sets itself, and the argument that decides each. */
export const ownedOptions: ReadonlyMap<string, string> = new Map([
  ["model", "model.source"],
  ["served-model-name", "model.servedName"],
  ["revision", "model.revision"],
  ["max-model-len", "model.maxLength"],
  ["gpu-memory-utilization", "engine.gpuMemoryUtilization"],
  ["max-num-seqs", "engine.maxSequences"],
  ["max-num-batched-tokens", "engine.maxBatchedTokens"],
  ["dtype", "engine.dtype"],
  ["kv-cache-dtype", "engine.kvCacheDtype"],
  ["tensor-parallel-size", "parallelism.tensor"],
  ["pipeline-parallel-size", "parallelism.pipeline"],
  ["api-key", "apiKeys"],
  ["shutdown-timeout", "maxRequestSeconds"],
  ["download-dir", "modelCache"],
  ["ssl-keyfile", "gateway"],
  ["ssl-certfile", "gateway"],
  ["ssl-ca-certs", "gateway"],
  ["root-path", "gateway"],
  ["host", "the library: engines listen on every address of their pod"],
  ["port", "the library: engines listen on 2242"],
  ["uds", "the library: the gateway speaks HTTP over TCP"],
  ["grpc", "the library: the gateway speaks HTTP"],
  ["config", "engine.extraArgs: a file could set what nothing checks"],
  ["api-server-count", "the library: one API server, so that a stop drains"],
  ["tokens-only", "the library: clients speak the OpenAI API"],
  ["headless", "the library: an engine of this service is one pod"],
  ["nnodes", "the library: an engine of this service is one pod"],
  ["node-rank", "the library: an engine of this service is one pod"],
  ["master-addr", "the library: an engine of this service is one pod"],
  ["master-port", "the library: an engine of this service is one pod"],
  ["distributed-executor-backend", "parallelism.executor"],
  ["data-parallel-size", "parallelism.data.size"],
  ["data-parallel-size-local", "the library: each pod has its share of parallelism.data.size"],
  ["data-parallel-rank", "the library: pods count themselves"],
  ["data-parallel-start-rank", "the library: pods count themselves"],
  ["data-parallel-address", "the library: ranks meet at the first pod of their engine"],
  ["data-parallel-rpc-port", "parallelism.data.rpcPort"],
  ["data-parallel-backend", "the library: workers are started without Ray"],
  ["data-parallel-hybrid-lb", "parallelism.data.loadBalancing"],
  ["data-parallel-external-lb", "parallelism.data.loadBalancing"],
  ["data-parallel-multi-port-external-lb", "parallelism.data.loadBalancing"],
  ["data-parallel-supervisor-port", "the library: readiness asks the engine's own, 9256"],
  ["prefill-context-parallel-size", "parallelism.prefillContext"],
  ["enable-expert-parallel", "parallelism.expert"],
  ["all2all-backend", "parallelism.expert.all2allBackend"],
  ["enable-eplb", "parallelism.expert.eplb"],
  ["eplb-config", "parallelism.expert.eplb"],
  ["kv-transfer-config", "kvCache: engines keep their KV cache to themselves unless they are given a cache"],
]);

/** Environment variables that the library sets itself, and what decides each. */
export const ownedVariables: ReadonlyMap<string, string> = new Map([
  ["APHRODITE_API_KEY", "apiKeys"],
  ["APHRODITE_HOST_IP", "the library: the pod's address"],
  ["APHRODITE_PORT", "the library: engines listen on 2242"],
  ["APHRODITE_CACHE_ROOT", "compileCache"],
  ["APHRODITE_ENGINE_READY_TIMEOUT_S", "startup.seconds"],
  ["APHRODITE_HTTP_TIMEOUT_KEEP_ALIVE", "maxRequestSeconds"],
  ["APHRODITE_USE_RUST_FRONTEND", "engine.frontend"],
  ["APHRODITE_PP_LAYER_PARTITION", "parallelism.layersPerStage"],
  ["APHRODITE_DP_SIZE", "parallelism.data.size"],
  ["APHRODITE_DP_RANK", "the library: pods count themselves"],
  ["APHRODITE_DP_RANK_LOCAL", "the library: pods count themselves"],
  ["APHRODITE_DP_MASTER_IP", "the library: ranks meet at the first pod of their engine"],
  ["APHRODITE_DP_MASTER_PORT", "the library: ranks meet at a free port"],
  ["HF_HOME", "modelCache"],
  ["HF_HUB_CACHE", "modelCache"],
  ["HF_HUB_OFFLINE", "modelCache"],
  ["HOME", "compileCache"],
]);

/** Options that the library sets beside where an engine is several pods. */
export const ownedOptionsOfGroups: ReadonlyMap<string, string> = new Map([
  [
    "headless",
    "the library: the first pod of an engine has the API, unless parallelism.data.loadBalancing says otherwise",
  ],
  ["nnodes", "nodesPerReplica"],
  ["node-rank", "the library: pods count themselves"],
  ["master-addr", "the library: ranks meet at the first pod of their engine"],
  ["master-port", "the library: ranks meet at 29501"],
  ["distributed-timeout-seconds", "startup.seconds"],
  ["cpu-distributed-timeout-seconds", "startup.seconds"],
]);

/** Variables that the library sets beside where an engine is several pods: they must be the same in all of them. */
export const ownedVariablesOfGroups: ReadonlyMap<string, string> = new Map([
  ["NCCL_SOCKET_IFNAME", "network.interface"],
  ["GLOO_SOCKET_IFNAME", "network.interface"],
  ["NCCL_IB_DISABLE", "network.disableInfiniBand"],
  ["NCCL_P2P_DISABLE", "network.disablePeerToPeer"],
  ["NCCL_DEBUG", "network.ncclDebug"],
]);

/** Options that the library sets itself where prefill and decode are apart. A transfer that was written by hand is told what is wrong with it. */
export function ownedOptionsApart(given: unknown): ReadonlyMap<string, string> {
  const text = typeof given === "string" ? given : (JSON.stringify(given) ?? "");
  const why = /engine_id/.test(text)
    ? "transfer: an engine_id is made at each start. With a fixed one decode takes a restarted engine for the one before, and every request fails"
    : /kv_both/.test(text)
      ? "transfer: prefill engines are kv_producer and decode engines kv_consumer, and kv_both is deprecated"
      : "kvLoadFailure and transfer: each side has its own";
  return new Map([...ownedOptions, ["kv-transfer-config", why]]);
}

/** Variables that the library sets itself where prefill and decode are apart. */
export const ownedVariablesApart: ReadonlyMap<string, string> = new Map([
  ...ownedVariables,
  ["APHRODITE_NIXL_SIDE_CHANNEL_PORT", "transfer.sideChannelPort"],
  ["APHRODITE_NIXL_SIDE_CHANNEL_HOST", "the library: the pod's address"],
]);
