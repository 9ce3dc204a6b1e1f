import { unknownValue } from "../../src/view";
import { engine } from "../engine";
import type { Cases } from "./case";

const drain = (args: string[], pod = {}) => [engine({ args, pod })];

/** Rules of starting and stopping. */
export const lifecycleCases: Record<string, Cases> = {
  "grace-outlasts-drain": {
    pass: [
      { what: "a drain and a grace above it", resources: drain(["--shutdown-timeout", "605"]) },
      {
        what: "a drain that is a variable's",
        resources: [engine({ args: ["--shutdown-timeout=$(DRAIN)"], env: [{ name: "DRAIN", value: "605" }] })],
      },
      {
        what: "a drain that is another variable's, in a script",
        resources: [
          engine({
            container: { command: ["sh", "-c"], args: [`exec aphrodite serve m --shutdown-timeout \${DRAIN}`] },
            env: [
              { name: "DRAIN", value: "$(SECONDS)" },
              { name: "SECONDS", value: 605 },
            ],
          }),
        ],
      },
      { what: "a drain beside a file", resources: drain(["--config", "/etc/sonar.yaml", "--shutdown-timeout", "605"]) },
      {
        what: "an own hook",
        resources: [
          engine({
            container: { lifecycle: { preStop: { exec: { command: ["python3", "stop.py", "2242", "15"] } } } },
          }),
        ],
      },
      {
        what: "longer than requests",
        resources: drain(["--shutdown-timeout=605"]),
        settings: { maxRequestSeconds: 600 },
      },
    ],
    fail: [
      { what: "no drain", resources: drain([]), says: "--shutdown-timeout is 0" },
      {
        what: "no drain, in a variable",
        resources: [engine({ args: ["--shutdown-timeout", "$(DRAIN)"], env: [{ name: "DRAIN", value: "0" }] })],
        says: "--shutdown-timeout is 0",
      },
      {
        what: "the default grace",
        resources: [engine({ pod: { terminationGracePeriodSeconds: null } })],
        says: "is 30 (the default)",
      },
      {
        what: "a grace equal to the sum",
        resources: drain(["--shutdown-timeout", "605"], { terminationGracePeriodSeconds: 620 }),
        says: "Use 650",
      },
      {
        what: "a sleep in a shell",
        resources: [engine({ container: { lifecycle: { preStop: { exec: { command: ["sh", "-c", "sleep 60"] } } } } })],
        says: "preStop takes 60 s",
      },
      {
        what: "shorter than requests",
        resources: drain(["--shutdown-timeout", "605"]),
        settings: { maxRequestSeconds: 900 },
        says: "Use 905",
      },
    ],
    open: [
      {
        what: "a drain that comes later",
        resources: [engine({ args: ["--shutdown-timeout", unknownValue] })],
        says: "args[2]",
      },
      {
        what: "a drain that stands in a file",
        resources: drain(["--config", "/etc/sonar.yaml"]),
        says: "--shutdown-timeout is not on the command line, and may stand in the file of --config",
      },
      {
        what: "a drain in a variable that comes from a ConfigMap",
        resources: [
          engine({
            args: ["--shutdown-timeout", "$(DRAIN)"],
            env: [{ name: "DRAIN", valueFrom: { configMapKeyRef: { name: "m", key: "k" } } }],
          }),
        ],
        says: "args[2] has $(DRAIN), whose value is not seen here",
      },
      {
        what: "a drain in a variable that comes later",
        resources: [
          engine({ args: ["--shutdown-timeout", "$(DRAIN)"], env: [{ name: "DRAIN", value: unknownValue }] }),
        ],
        says: "env[1].value is known only after deployment",
      },
      {
        what: "a drain that the script sets",
        resources: [
          engine({
            container: { command: ["sh", "-c", "DRAIN=$((60 * 10)); aphrodite serve m --shutdown-timeout $DRAIN"] },
            env: [{ name: "DRAIN", value: "5" }],
          }),
        ],
        says: "command[2] has $DRAIN, whose value is not seen here",
      },
      {
        what: "a variable that may be the option",
        resources: [engine({ container: { command: ["sh", "-c", "aphrodite serve m $MORE"] } })],
        says: "command[2] has $MORE, which may be --shutdown-timeout, whose value",
      },
      { what: "a word that may be the option", resources: [engine({ args: [unknownValue] })], says: "args[1]" },
    ],
  },
  "startup-budget": {
    pass: [
      { what: "a budget above the engine's own", resources: [engine()] },
      {
        what: "a long delay before the first probe",
        resources: [
          engine({
            container: { startupProbe: { initialDelaySeconds: 600, periodSeconds: 10, failureThreshold: 30 } },
          }),
          engine({ container: { startupProbe: null, livenessProbe: { initialDelaySeconds: 1800 } } }),
        ],
      },
      { what: "no probes", resources: [engine({ container: { startupProbe: null } })] },
      {
        what: "room for the weights",
        resources: [
          engine({
            env: [{ name: "APHRODITE_ENGINE_READY_TIMEOUT_S", value: "1500" }],
            container: { startupProbe: { periodSeconds: 10, failureThreshold: 170 } },
          }),
        ],
        settings: { weightsGiB: 60, storageMiBps: 125 },
      },
    ],
    fail: [
      {
        what: "too short",
        resources: [engine({ container: { startupProbe: { periodSeconds: 10, failureThreshold: 60 } } })],
        says: "gives up after 600 s",
      },
      {
        what: "liveness alone",
        resources: [engine({ container: { startupProbe: null, livenessProbe: { initialDelaySeconds: 60 } } })],
        says: "90 s after its start",
      },
      { what: "large weights", resources: [engine()], settings: { weightsGiB: 400 }, says: "400 GiB of weights" },
    ],
  },
};
