import { unknownValue } from "../../src/view";
import { engine } from "../engine";
import type { Cases } from "./case";

/** Keys in clear. */
export const keyCases: Record<string, Cases> = {
  "no-key-in-clear": {
    pass: [
      { what: "a key by reference", resources: [engine()] },
      { what: "no key", resources: [engine({ env: [{ name: "HF_TOKEN", value: "" }] })] },
      { what: "a folder of keys", resources: [engine({ env: [{ name: "KEY_FILE", value: "/keys" }] })] },
      {
        what: "a key that a variable holds",
        resources: [
          engine({ args: ["--hf-token", "$(TOKEN)"], env: [{ name: "TOKEN", valueFrom: { secretKeyRef: {} } }] }),
        ],
      },
      {
        what: "a key that a script reads",
        resources: [
          engine({ container: { command: ["sh", "-c", 'exec aphrodite serve m --api-key "$(cat /keys/engine)"'] } }),
        ],
      },
      {
        what: "a variable that is another one",
        resources: [
          engine({
            env: [
              { name: "HF_TOKEN", value: "$(TOKEN)" },
              { name: "TOKEN", valueFrom: { secretKeyRef: {} } },
            ],
          }),
        ],
      },
      {
        what: "another program's arguments",
        resources: [engine({ container: { command: ["sh", "-c", "echo --api-key x"] } })],
      },
    ],
    fail: [
      {
        what: "a key in argv",
        resources: [engine({ args: ["--api-key", "sk-1"] })],
        says: "--api-key at spec.template.spec.containers[0].args[1]",
      },
      {
        what: "with an equals sign",
        resources: [engine({ args: ["--hf_token=hf_1"] })],
        says: "give HF_TOKEN by valueFrom",
      },
      {
        what: "in one word with its option",
        resources: [engine({ args: ["--api-key sk-1"] })],
        says: "--api-key at spec.template.spec.containers[0].args[1]",
      },
      {
        what: "of a server that runs by its other name",
        resources: [engine({ container: { command: ["aphrodite", "run"] }, args: ["--api-key", "sk-1"] })],
        says: "--api-key at spec.template.spec.containers[0].args[1]",
      },
      {
        what: "in a shell's script",
        resources: [
          engine({ container: { command: ["sh", "-c"], args: ["cd /x && exec aphrodite serve m --api-key 'a b'"] } }),
        ],
        says: "--api-key",
      },
      {
        what: "in plain environment",
        resources: [engine({ env: [{ name: "HF_TOKEN", value: "hf_1" }] })],
        says: "HF_TOKEN at spec.template.spec.containers[0].env[1] holds a key",
      },
      {
        what: "an output in plain environment",
        resources: [engine({ env: [{ name: "HF_TOKEN", value: unknownValue }] })],
        says: "HF_TOKEN",
      },
      {
        what: "a sidecar's",
        resources: [engine({ pod: { initContainers: [{ name: "fetch", env: [{ name: "HF_TOKEN", value: "x" }] }] } })],
        says: "initContainers[0]",
      },
      {
        what: "in a variable that is plain",
        resources: [engine({ args: ["--hf-token", "$(TOKEN)"], env: [{ name: "TOKEN", value: "hf_1" }] })],
        says: "--hf-token at spec.template.spec.containers[0].args[1]",
      },
      {
        what: "beside a variable",
        resources: [engine({ args: ["--api-key=sk-1$(MORE)"] })],
        says: "--api-key at spec.template.spec.containers[0].args[1]",
      },
      {
        what: "in a variable that is another plain one",
        resources: [
          engine({
            env: [
              { name: "HF_TOKEN", value: "$(MINE)" },
              { name: "MINE", value: "hf_1" },
            ],
          }),
        ],
        says: "HF_TOKEN at spec.template.spec.containers[0].env[1] holds a key",
      },
      {
        what: "set by the script itself",
        resources: [
          engine({
            container: { command: ["sh", "-c"], args: ["export APHRODITE_API_KEY=sk-1\nexec aphrodite serve m"] },
          }),
        ],
        says: "APHRODITE_API_KEY at spec.template.spec.containers[0].args[0] holds a key",
      },
    ],
    open: [
      {
        what: "a variable whose name comes later",
        resources: [engine({ env: [{ name: unknownValue, value: "x" }] })],
        says: "env[1].name",
      },
    ],
  },
};
