import { types } from "../../src/rules/aws/types";
import { unknownValue } from "../../src/view";
import { engine } from "../engine";
import { object, resource } from "../stack";
import type { Cases } from "./case";

const args = (...more: string[]) => ["--shutdown-timeout", "605", ...more];
const group = (more = {}) =>
  resource(types.nodeGroup, "gpu", { instanceTypes: ["g6e.12xlarge"], scalingConfig: { maxSize: 2 }, ...more });
const claim = (mode: string) => object("PersistentVolumeClaim", "weights", { accessModes: [mode] });

/** The rule of updates. */
export const changeCases: Record<string, Cases> = {
  "blast-radius": {
    pass: [
      { what: "no limits", before: [engine()], resources: [engine({ args: args("--max-num-seqs", "8") })] },
      {
        what: "one replica after the other",
        before: [engine()],
        resources: [engine({ args: args("--max-num-seqs", "8") })],
        settings: { maxReplicasDown: 1 },
      },
      {
        what: "nothing known of what there was",
        resources: [engine()],
        settings: { maxReplicasDown: 0, forbidColdStart: true },
      },
      {
        what: "names for clients",
        before: [engine()],
        resources: [engine({ args: args("--served-model-name", "q") })],
        settings: { forbidColdStart: true },
      },
      {
        what: "a larger group",
        before: [group()],
        resources: [group({ scalingConfig: { maxSize: 4 } })],
        settings: { forbidNodeGroupReplacement: true },
      },
    ],
    fail: [
      {
        what: "a replica that is missing",
        before: [engine()],
        resources: [engine({ args: args("--max-num-seqs", "8") })],
        settings: { maxReplicasDown: 0 },
        says: "StatefulSet qwen: 1 replica would be missing at a time, more than 0 (maxReplicasDown)",
      },
      {
        what: "all replicas",
        before: [engine({ spec: { serviceName: "a" } })],
        resources: [engine({ spec: { serviceName: "b" } })],
        settings: { maxReplicasDown: 1 },
        says: "2 replicas would be missing",
      },
      {
        what: "too long",
        before: [engine()],
        resources: [engine({ args: args("--max-num-seqs", "8") })],
        settings: { maxDownSeconds: 60 },
        says: "for up to 2860 s",
      },
      {
        what: "another image",
        before: [engine()],
        resources: [engine({ container: { image: "aphrodite:0.25" } })],
        settings: { forbidColdStart: true },
        says: "would compile its kernels anew: image",
      },
      {
        what: "an option that may count",
        before: [engine()],
        resources: [engine({ args: args("--max-num-seqs", "8") })],
        settings: { forbidColdStart: true },
        says: "may compile its kernels anew: --max-num-seqs",
      },
      {
        what: "a variable of the key",
        before: [engine()],
        resources: [engine({ env: [{ name: "APHRODITE_ENGINE_READY_TIMEOUT_S", value: "900" }] })],
        settings: { forbidColdStart: true },
        says: "would compile its kernels anew: APHRODITE_ENGINE_READY_TIMEOUT_S",
      },
      {
        what: "other machines",
        before: [group()],
        resources: [group({ instanceTypes: ["p5.48xlarge"] })],
        settings: { forbidNodeGroupReplacement: true },
        says: "NodeGroup gpu would be recreated",
      },
      {
        what: "a claim of another mode",
        before: [claim("ReadWriteOnce")],
        resources: [claim("ReadWriteMany")],
        settings: { forbidDataLoss: true },
        says: "PersistentVolumeClaim weights would lose",
      },
    ],
    open: [
      {
        what: "an image that is known only after deployment",
        before: [engine()],
        resources: [engine({ container: { image: unknownValue } })],
        settings: { maxReplicasDown: 0 },
        says: "StatefulSet qwen may restart: spec.template.spec.containers[0].image is known only after deployment",
      },
      {
        what: "a claim's modes that is known only after deployment",
        before: [claim("ReadWriteOnce")],
        resources: [object("PersistentVolumeClaim", "weights", { accessModes: unknownValue })],
        settings: { forbidDataLoss: true },
        says: "PersistentVolumeClaim weights may be replaced: spec.accessModes is known only after deployment",
      },
    ],
  },
};
