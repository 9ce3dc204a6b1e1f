import { randomBytes } from "node:crypto";
import type { Core } from "../engine/core";
import type { Exchange } from "../http/exchange";

/** GET /health, and /ping: 200 with an empty body, or 503 once the engine's core is dead. */
export function health(core: Core, exchange: Exchange): void {
  exchange.send(core.healthy ? 200 : 503, undefined, "");
}

/** GET /version. */
export function version(core: Core, exchange: Exchange): void {
  exchange.json(200, { version: core.version });
}

/** GET /load: requests in flight, but 0 unless the engine is told to count them. */
export function load(core: Core, exchange: Exchange): void {
  exchange.json(200, { server_load: core.settings.trackLoad ? core.scheduler.unfinished : 0 });
}

/** GET /metrics. */
export function metrics(core: Core, exchange: Exchange): void {
  exchange.send(200, "text/plain; version=0.0.4; charset=utf-8", core.registry.text());
}

/** GET /v1/models: every served name. */
export function models(core: Core, exchange: Exchange): void {
  const created = Math.floor(Date.now() / 1000);
  const data = core.settings.modelNames.map((id) => ({
    id,
    object: "model",
    created,
    owned_by: "aphrodite",
    root: core.settings.model,
    parent: null,
    max_model_len: core.settings.maxModelLen,
    permission: [permission(created)],
  }));
  exchange.json(200, { object: "list", data });
}

/** GET /v1/capacity. */
export function capacity(core: Core, exchange: Exchange): void {
  const { maxModelLen, maxSequences } = core.settings;
  const tokens = 1_048_576;
  const engine = {
    dp_rank: 0,
    max_model_len: maxModelLen,
    max_num_seqs: maxSequences,
    kv_cache_capacity_tokens: tokens,
    estimated_concurrency_at_max_model_len: tokens / maxModelLen,
  };
  exchange.json(200, { schema_version: 1, scope: "connected_engines", engines: [engine] });
}

function permission(created: number) {
  return {
    id: `modelperm-${randomBytes(8).toString("hex")}`,
    object: "model_permission",
    created,
    allow_create_engine: false,
    allow_sampling: true,
    allow_logprobs: true,
    allow_search_indices: false,
    allow_view: true,
    allow_fine_tuning: false,
    organization: "*",
    group: null,
    is_blocking: false,
  };
}
