import { unknownValue, type Value } from "../../src/view";
import { engine } from "../engine";
import { among, both, decode, podIp, port, prefill } from "../pair";
import { object } from "../stack";
import type { Cases } from "./case";

/** A group whose leader has its own address for the side channel, and its workers what is given. */
const group = (args: string[], env: Value[] = []) =>
  object("LeaderWorkerSet", "p", {
    leaderWorkerTemplate: {
      size: 2,
      leaderTemplate: prefill({ args }).fields.at("spec", "template").rawValue,
      workerTemplate: prefill({ args: [...args, "--headless"], env }).fields.at("spec", "template").rawValue,
    },
  });

/** Rules of prefill and decode apart, against hand-written pools. */
export const disaggregationCases: Record<string, Cases> = {
  "prefill-decode-compatible": {
    pass: [
      { what: "a pair", resources: [prefill(), decode()] },
      { what: "a pair of engines that do both", resources: [both("a"), both("b")] },
      {
        what: "an engine that does both, beside another service",
        resources: [
          prefill(),
          decode(),
          both("b", { model: "B", labels: { "app.kubernetes.io/instance": "b" } }),
          both("c", { model: "C", labels: {} }),
        ],
      },
      {
        what: "engines that do both without a transfer",
        resources: ["a", "b"].map((name) =>
          both(name, { args: ["--dtype", name] }, { kv_connector: "LMCacheConnectorV1" }),
        ),
      },
      { what: "other sizes", resources: [prefill({ args: ["-tp", "1"] }), decode({ args: ["-tp", "4"] })] },
      {
        what: "the same in other words",
        resources: [
          prefill({ args: ["--speculative-config", '{"model":"m", "num_speculative_tokens":2}'] }),
          decode({ args: ["--speculative-config", '{"num_speculative_tokens":2,"model":"m"}'] }),
        ],
      },
      {
        what: "two services",
        resources: [
          prefill(),
          decode(),
          prefill({ name: "p2", model: "B", labels: { "app.kubernetes.io/instance": "b" } }),
          decode({ name: "d2", model: "B", labels: { "app.kubernetes.io/instance": "b" } }),
        ],
      },
      {
        what: "two services without labels",
        resources: [
          prefill({ labels: {} }),
          decode({ labels: {} }),
          prefill({ name: "p2", model: "B", labels: {} }),
          decode({ name: "d2", model: "B", labels: {} }),
        ],
      },
    ],
    fail: [
      {
        what: "two engines that do both",
        resources: [both("a"), both("b", { args: ["--kv-cache-dtype", "fp8"] })],
        says: "--kv-cache-dtype is auto for StatefulSet a (kv_both), but fp8 for StatefulSet b (kv_both)",
      },
      {
        what: "prefill, and an engine that does both",
        resources: [prefill(), both("b", { model: "B" })],
        says: "model is Qwen/Qwen3-8B for prefill (StatefulSet p), but B for StatefulSet b (kv_both)",
      },
      {
        what: "an engine that does both, and decode",
        resources: [both("a"), decode({ args: ["--dtype", "float16"] })],
        says: "--dtype is auto for StatefulSet a (kv_both), but float16 for decode",
      },
      {
        what: "transfer among other connectors",
        resources: [
          prefill({}, among({ kv_role: "kv_producer" })),
          decode({ args: ["--dtype", "float16"] }, among({ kv_role: "kv_consumer" })),
        ],
        says: "--dtype is auto for prefill (StatefulSet p), but float16 for decode",
      },
      {
        what: "another revision",
        resources: [prefill({ args: ["--revision", "a"] }), decode({ args: ["--revision", "b"] })],
        says: "--revision is a for prefill (StatefulSet p), but b for decode",
      },
      {
        what: "another model",
        resources: [prefill(), decode({ model: "/models/qwen" })],
        says: "model is Qwen/Qwen3-8B for prefill",
      },
      {
        what: "another type of the cache",
        resources: [prefill({ args: ["--kv-cache-dtype", "fp8"] }), decode()],
        says: "--kv-cache-dtype is fp8 for prefill (StatefulSet p), but auto for decode",
      },
      {
        what: "another backend",
        resources: [
          prefill({ args: ["--attention-backend", "FLASHINFER"] }),
          decode({ args: ["--attention-backend", "FLASH_ATTN"] }),
        ],
        says: "--attention-backend",
      },
      {
        what: "another block size",
        resources: [prefill({ args: ["--block-size", "16"] }), decode({ args: ["--block-size", "32"] })],
        says: "--block-size is 16 for prefill (StatefulSet p), but 32 for decode",
      },
      {
        what: "other adapters",
        resources: [prefill({ args: ["--lora-modules", "a=x", "b=y"] }), decode({ args: ["--lora-modules", "a=x"] })],
        says: "--lora-modules is a=x b=y for prefill",
      },
      {
        what: "another layout of the cache",
        resources: [prefill({ env: [podIp, { name: "APHRODITE_KV_CACHE_LAYOUT", value: "HND" }] }), decode()],
        says: "APHRODITE_KV_CACHE_LAYOUT is HND for prefill",
      },
      {
        what: "another image",
        resources: [prefill({ container: { image: "aphrodite:1" } }), decode()],
        says: "image is aphrodite:1 for prefill",
      },
    ],
    open: [
      {
        what: "a type that may stand in a file",
        resources: [prefill(), decode({ args: ["--config", "/etc/sonar.yaml"] })],
        says: "--dtype is not on the command line, and may stand in the file of --config",
      },
      {
        what: "an image that comes later",
        resources: [prefill({ container: { image: unknownValue } }), decode()],
        says: "containers[0].image",
      },
      {
        what: "only what comes later: another type is told beside it",
        resources: [prefill({ container: { image: unknownValue }, args: ["--dtype", "float16"] }), decode()],
        says: "--dtype is float16 for prefill",
      },
    ],
  },
  "kv-side-channel": {
    pass: [
      { what: "the pod's address", resources: [prefill()] },
      { what: "no transfer", resources: [engine()] },
      { what: "workers of one data parallel rank, which schedule nothing", resources: [group([])] },
      {
        what: "workers with data parallel ranks of their own, at the pod's address",
        resources: [group(["-dp", "2"], [podIp])],
      },
      { what: "ports beside the API's", resources: [prefill({ env: [podIp, port("5600")], args: ["-dp", "4"] })] },
    ],
    fail: [
      {
        what: "localhost, of a connector among others",
        resources: [prefill({ env: [] }, among({ kv_role: "kv_producer" }))],
        says: "tells its peers to come to localhost",
      },
      {
        what: "workers with data parallel ranks of their own, at localhost",
        resources: [group(["-dp", "2"])],
        says: "tells its peers to come to localhost",
      },
      { what: "localhost", resources: [prefill({ env: [] })], says: "tells its peers to come to localhost" },
      {
        what: "every address",
        resources: [prefill({ env: [{ name: podIp.name, value: "0.0.0.0" }] })],
        says: '"0.0.0.0", which is not each pod',
      },
      {
        what: "the API's port",
        resources: [prefill({ env: [podIp, port("2240")], args: ["-dp", "4"] })],
        says: "2242 is another port of the pod",
      },
    ],
    open: [
      {
        what: "a configuration that comes later",
        resources: [engine({ args: ["--kv-transfer-config", unknownValue] })],
        says: "args[2]",
      },
    ],
  },
  "kv-role-named": {
    pass: [
      { what: "named", resources: [prefill(), decode()] },
      {
        what: "named inside of others",
        resources: [prefill({}, { ...among({ kv_role: "kv_producer" }), kv_role: "kv_both" })],
      },
    ],
    fail: [
      {
        what: "both, of a connector among others",
        resources: [prefill({}, among({ kv_role: "kv_both" }))],
        says: '"kv_both" is deprecated',
      },
      { what: "both", resources: [prefill({}, { kv_role: "kv_both" })], says: '"kv_both" is deprecated' },
      {
        what: "both, field by field",
        resources: [
          engine({
            args: ["--kv-transfer-config.kv_connector", "NixlConnector", "--kv-transfer-config.kv_role", "kv_both"],
          }),
        ],
        says: '"kv_both"',
      },
    ],
  },
  "kv-engine-id-unset": {
    pass: [
      { what: "none", resources: [prefill()] },
      {
        what: "one for ranks on two nodes, which their supervisor fills in",
        resources: [prefill({ args: ["--nnodes", "2"] }, { engine_id: "$$(SONAR_GROUP_ID)" })],
      },
      {
        what: "the same in a part of it",
        resources: [prefill({ args: ["--nnodes", "2"] }, { engine_id: "prefill-$$GROUP" })],
      },
    ],
    fail: [
      { what: "fixed", resources: [prefill({}, { engine_id: "prefill-0" })], says: "every request fails" },
      {
        what: "fixed for ranks on two nodes",
        resources: [decode({ args: ["--nnodes", "2"] }, { engine_id: "decode-0" })],
        says: "every request fails. Put a variable into it",
      },
      {
        what: "fixed by a variable of the container",
        resources: [
          prefill({ args: ["--nnodes", "2"], env: [{ name: "ID", value: "prefill-0" }] }, { engine_id: "$(ID)" }),
        ],
        says: "every request fails",
      },
      {
        what: "fixed for one connector of several",
        resources: [prefill({}, { ...among({ engine_id: "prefill-0" }), engine_id: "$$(SONAR_GROUP_ID)" })],
        says: "every request fails",
      },
      {
        what: "fixed for a connector among others",
        resources: [prefill({}, among({ kv_role: "kv_producer", engine_id: "prefill-0" }))],
        says: "every request fails",
      },
    ],
    open: [
      {
        what: "a variable whose value is not seen, and may be the same at each start",
        resources: [prefill({ args: ["--nnodes", "2"] }, { engine_id: "$(POD_NAME)" })],
        says: "has $(POD_NAME), whose value is not seen here",
      },
    ],
  },
  "kv-transfer-config-known": {
    pass: [{ what: "its own fields", resources: [prefill({}, { kv_load_failure_policy: "fail" })] }],
    fail: [
      {
        what: "a connector that is gone",
        resources: [prefill({}, { kv_connector: "P2pNcclConnector" })],
        says: "Use NixlConnector",
      },
      {
        what: "a connector among others that is none",
        resources: [prefill({}, among({ kv_connector: "NixlConector" }))],
        says: 'Did you mean "NixlConnector"?',
      },
      {
        what: "a connector that is none",
        resources: [prefill({}, { kv_connector: "NixlConector" })],
        says: 'Did you mean "NixlConnector"?',
      },
      {
        what: "a role that is none",
        resources: [prefill({ args: [] }, { kv_role: "consumer" })],
        says: 'Did you mean "kv_consumer"?',
      },
      {
        what: "a field that it has not",
        resources: [prefill({}, { kv_rol: "kv_producer" })],
        says: 'Did you mean "kv_role"?',
      },
    ],
  },
};
