import { unknownValue } from "../../src/view";
import { budget, engine, good } from "../engine";
import type { Cases } from "./case";

/** Rules that compare an engine with what is around it. */
export const aroundCases: Record<string, Cases> = {
  "disruption-budget": {
    pass: [
      { what: "one pod at a time", resources: good() },
      { what: "one of two stays", resources: [engine(), budget({ minAvailable: 1 })] },
    ],
    fail: [
      { what: "none", resources: [engine()], says: "may evict all at once" },
      {
        what: "nobody may go",
        resources: [engine(), budget({ maxUnavailable: 0 })],
        says: "maxUnavailable: 0 lets no pod go",
      },
      { what: "all must stay", resources: [engine(), budget({ minAvailable: 2 })], says: "minAvailable: 2 of 2 pods" },
      { what: "every one must stay", resources: [engine(), budget({ minAvailable: "100%" })], says: "lets no pod go" },
    ],
  },
  "two-replicas": {
    pass: [
      { what: "two", resources: [engine()] },
      {
        what: "one, for a reason",
        resources: [engine({ spec: { replicas: 1 } })],
        settings: { exceptions: { qwen: "for trials" } },
      },
    ],
    fail: [
      { what: "one", resources: [engine({ spec: { replicas: 1 } })], says: "1 replica: an update" },
      {
        what: "none said",
        resources: [engine({ kind: "Deployment", spec: { replicas: null } })],
        says: "Use replicas: 2",
      },
      {
        what: "an empty reason",
        resources: [engine({ spec: { replicas: 1 } })],
        settings: { exceptions: { qwen: " " } },
        says: "state a reason",
      },
    ],
    open: [
      {
        what: "a number that comes later",
        resources: [engine({ spec: { replicas: unknownValue } })],
        says: "spec.replicas",
      },
    ],
  },
};
