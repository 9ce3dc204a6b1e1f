import { Explanations, planStartup } from "@sonar-iac/topology";
import { type EngineView, variableText } from "../../engine";
import { numberSetting, over, type Rule, type Settings } from "../../rule";
import type { Fields } from "../../view";

/** Weights load and kernels compile behind a closed port: a probe that gives up earlier kills every start. */
export const startupBudget: Rule = {
  name: "startup-budget",
  description: "Probes let an engine start for as long as the engine itself allows.",
  severity: "high",
  level: "mandatory",
  tags: ["lifecycle", "availability"],
  remediation:
    "Give the container a startupProbe on /health with failureThreshold × periodSeconds above APHRODITE_ENGINE_READY_TIMEOUT_S, and no initialDelaySeconds for liveness.",
  scope: "resource",
  settings: {
    weightsGiB: { type: "number", minimum: 0, description: "size of the weights; the budget must let them load" },
    storageMiBps: { type: "number", minimum: 0, description: "how fast a node reads them; 125 unless set" },
  },
  check: ({ engines, settings }) => over(engines, (engine) => problemOf(engine, settings)),
};

function problemOf(engine: EngineView, settings: Settings): string | undefined {
  const { container } = engine;
  const engineSeconds = Number(variableText(engine, "APHRODITE_ENGINE_READY_TIMEOUT_S"));
  const weights = neededSeconds(settings);
  if (weights !== undefined && engineSeconds < weights)
    return `APHRODITE_ENGINE_READY_TIMEOUT_S is ${engineSeconds}, but ${numberSetting(settings, "weightsGiB")} GiB of weights need up to ${weights} s to start. Set it to ${weights}.`;
  const startup = container.at("startupProbe");
  if (startup.exists) {
    const budget = budgetOf(startup);
    if (budget > engineSeconds) return undefined;
    return `the startupProbe gives up after ${budget} s, but the engine may take ${engineSeconds} s (APHRODITE_ENGINE_READY_TIMEOUT_S) to load. Use failureThreshold ${Math.ceil((engineSeconds + 180) / period(startup))} or more.`;
  }
  const liveness = container.at("livenessProbe");
  if (!liveness.exists) return undefined;
  const budget = budgetOf(liveness);
  if (budget > engineSeconds) return undefined;
  return `there is no startupProbe, so the livenessProbe ends the engine ${budget} s after its start, while weights still load. Add a startupProbe on /health with periodSeconds 5 and failureThreshold ${Math.ceil((engineSeconds + 180) / 5)}.`;
}

/** What topology allows a start for these weights. */
function neededSeconds(settings: Settings): number | undefined {
  const weightsGiB = numberSetting(settings, "weightsGiB");
  if (weightsGiB === undefined) return undefined;
  const args = { storageMiBps: numberSetting(settings, "storageMiBps") };
  return planStartup(args, weightsGiB * 2 ** 30, undefined, new Explanations()).engineReadySeconds;
}

const period = (probe: Fields) => probe.at("periodSeconds").number() ?? 10;
const delay = (probe: Fields) => probe.at("initialDelaySeconds").number() ?? 0;
const budgetOf = (probe: Fields) => delay(probe) + (probe.at("failureThreshold").number() ?? 3) * period(probe);
