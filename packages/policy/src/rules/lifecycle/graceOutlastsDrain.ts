import { numberOption } from "../../engine";
import { numberSetting, over, type Rule } from "../../rule";
import { preStopSeconds } from "./preStop";

/** Grace period of Kubernetes where a pod gives none, in seconds. */
const defaultGrace = 30;

/** The engine's own default of 0 aborts what runs, and Kubernetes kills what outlasts the grace period. */
export const graceOutlastsDrain: Rule = {
  name: "grace-outlasts-drain",
  description: "Engines drain when they stop, and their pods have more time than the preStop hook and the drain take.",
  severity: "high",
  level: "mandatory",
  tags: ["lifecycle", "availability"],
  remediation:
    "Set --shutdown-timeout above the longest request, and terminationGracePeriodSeconds above preStop + --shutdown-timeout (30 s more lets workers exit).",
  scope: "resource",
  settings: {
    maxRequestSeconds: { type: "integer", minimum: 1, description: "longest request; the drain must be longer" },
  },
  check: ({ engines, settings }) =>
    over(engines, (engine) => {
      const drain = numberOption(engine, "shutdown-timeout") ?? 0;
      const longest = numberSetting(settings, "maxRequestSeconds");
      if (drain <= 0)
        return `--shutdown-timeout is ${drain}, so that each stop aborts running requests. Set it above your longest request, for example --shutdown-timeout ${longest === undefined ? 605 : longest + 5}.`;
      if (longest !== undefined && drain <= longest)
        return `--shutdown-timeout ${drain} does not outlast requests of ${longest} s (maxRequestSeconds). Use ${longest + 5}.`;
      const given = engine.pod.spec.at("terminationGracePeriodSeconds").number();
      const [grace, sleep] = [given ?? defaultGrace, preStopSeconds(engine)];
      if (grace > drain + sleep) return undefined;
      return `terminationGracePeriodSeconds is ${grace}${given === undefined ? " (the default)" : ""}, but preStop takes ${sleep} s and the drain up to ${drain} s: running requests would be killed. Use ${sleep + drain + 30}.`;
    }),
};
