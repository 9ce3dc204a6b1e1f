import { unknownValue } from "../../src/view";
import { engine } from "../engine";
import { resource } from "../stack";
import type { Cases } from "./case";

/** Rules that look at one engine. */
export const engineCases: Record<string, Cases> = {
  "image-pinned-by-digest": {
    pass: [{ what: "a digest", resources: [engine()] }],
    fail: [
      {
        what: "a tag",
        resources: [engine({ container: { image: "r.example.com/aphrodite:0.24.1" } })],
        says: "its tag may point to another image",
      },
      {
        what: "nothing",
        resources: [engine({ container: { image: "r.example.com:5000/aphrodite" } })],
        says: "whatever is latest",
      },
      {
        what: "the image's own command",
        resources: [engine({ container: { command: null, image: "r.example.com/aphrodite:1" } })],
        says: "not pinned",
      },
    ],
    open: [
      {
        what: "an image that comes later",
        resources: [engine({ container: { image: unknownValue } })],
        says: "containers[0].image",
      },
    ],
  },
  "engine-options-known": {
    pass: [
      {
        what: "aliases, underscores and negations",
        resources: [engine({ args: ["-tp", "1", "--max_model_len=32K", "--no-enable-prefix-caching"] })],
      },
      {
        what: "a field of a JSON option",
        resources: [engine({ args: ["--kv-transfer-config.kv_role", "kv_producer"] })],
      },
      { what: "levels in short", resources: ["-O3", "-O=0"].map((level) => engine({ args: [level] })) },
      {
        what: "charts of other things, patches of other fields, and lists that are none",
        resources: [
          resource("kubernetes:helm.sh/v4:Chart", "plugin", {
            chart: "nvidia-device-plugin",
            values: { mofedEnabled: false, tolerations: [{ key: "nvidia.com/gpu" }], role: unknownValue },
          }),
          resource("kubernetes:apps/v1:StatefulSetPatch", "qwen", { metadata: { name: "qwen" } }),
          resource("kubernetes:apps/v1:DaemonSetPatch", "cni", {
            spec: { template: { spec: { containers: [{ name: "node", env: [] }] } } },
          }),
          resource("kubernetes:example.com/v1:AllowList", "a", { spec: {} }),
        ],
      },
      { what: "a level in two words", resources: [engine({ args: ["-O", "2"] })] },
      { what: "its own variables, and others'", resources: [engine({ env: [{ name: "NCCL_DEBUG", value: "INFO" }] })] },
    ],
    fail: [
      {
        what: "a misspelling",
        resources: [engine({ args: ["--max-model-length", "1"] })],
        says: 'Did you mean "max-model-len"?',
      },
      {
        what: "vLLM's variable",
        resources: [engine({ env: [{ name: "VLLM_NIXL_SIDE_CHANNEL_HOST", value: "x" }] })],
        says: 'Did you mean "APHRODITE_NIXL_SIDE_CHANNEL_HOST"?',
      },
      {
        what: "a variable that is gone",
        resources: [engine({ env: [{ name: "APHRODITE_NIXL_ABORT_REQUEST_TIMEOUT", value: "480" }] })],
        says: "ignores it",
      },
    ],
    open: [
      {
        what: "a command that comes later, on a GPU",
        resources: [engine({ container: { command: unknownValue, image: "r.example.com/llm:1" } })],
        says: "containers[0].command",
      },
      {
        what: "a chart that Helm renders, with an engine's image",
        resources: [
          resource("kubernetes:helm.sh/v3:Release", "llm", { chart: "stack", values: { image: "x/aphrodite" } }),
        ],
        says: "Helm makes the objects of its chart at deployment",
      },
      {
        what: "a chart whose pods get GPUs",
        resources: [
          resource("kubernetes:helm.sh/v4:Chart", "llm", {
            chart: "stack",
            values: { server: { resources: { limits: { "nvidia.com/gpu": 1 } } } },
          }),
        ],
        says: "seen only where Pulumi renders it",
      },
      {
        what: "a chart whose values come later",
        resources: [resource("kubernetes:helm.sh/v3:Release", "llm", { chart: "stack", values: unknownValue })],
        says: "Helm makes the objects",
      },
      {
        what: "a patch of containers",
        resources: [
          resource("kubernetes:apps/v1:DeploymentPatch", "llm", {
            spec: { template: { spec: { containers: [{ name: "engine", image: "x" }] } } },
          }),
        ],
        says: "it patches containers of a workload",
      },
      {
        what: "a list that comes later",
        resources: [resource("kubernetes:apps/v1:DeploymentList", "all", { items: unknownValue })],
        says: "items is known only after deployment",
      },
      {
        what: "a part of a list that comes later",
        resources: [resource("kubernetes:core/v1:List", "all", { items: [unknownValue] })],
        says: "items[0] is known only after deployment",
      },
      {
        what: "an image that comes later, on a GPU",
        resources: [engine({ container: { command: null, args: null, image: unknownValue } })],
        says: "containers[0].image",
      },
      {
        what: "pods that come later",
        resources: [engine({ spec: { template: unknownValue } })],
        says: "spec.template",
      },
    ],
  },
  "no-dev-mode": {
    pass: [
      { what: "without it", resources: [engine()] },
      { what: "off", resources: [engine({ env: [{ name: "APHRODITE_SERVER_DEV_MODE", value: "0" }] })] },
    ],
    fail: [
      {
        what: "on",
        resources: [engine({ env: [{ name: "APHRODITE_SERVER_DEV_MODE", value: "1" }] })],
        says: "Remove the variable",
      },
      {
        what: "set by env",
        resources: [
          engine({ container: { command: ["env", "APHRODITE_SERVER_DEV_MODE=1", "aphrodite", "serve", "m"] } }),
        ],
        says: "Remove the variable",
      },
    ],
    open: [
      {
        what: "from a ConfigMap",
        resources: [
          engine({
            env: [{ name: "APHRODITE_SERVER_DEV_MODE", valueFrom: { configMapKeyRef: { name: "m", key: "k" } } }],
          }),
        ],
        says: "valueFrom",
      },
      {
        what: "known later",
        resources: [engine({ env: [{ name: "APHRODITE_SERVER_DEV_MODE", value: unknownValue }] })],
        says: "env[1].value",
      },
      {
        what: "perhaps in a ConfigMap",
        resources: [engine({ container: { envFrom: [{ configMapRef: { name: "settings" } }] } })],
        says: "envFrom",
      },
    ],
  },
};
