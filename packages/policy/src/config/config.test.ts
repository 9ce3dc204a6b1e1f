import { expect, it } from "vitest";
import { rules } from "../rules";
import { readConfig } from "./config";

const read = (given: Parameters<typeof readConfig>[0]) => readConfig(given, rules);

it("gives each rule its level and settings, as Pulumi reads them", () => {
  const { config, problems } = read({
    all: "advisory",
    "two-replicas": { enforcementLevel: "mandatory", exceptions: { qwen: "for trials" } },
    "no-dev-mode": "disabled",
    "gpu-requests-equal-limits": "remediate",
  });
  expect(problems).toEqual([]);
  expect(config.get("two-replicas")).toEqual({ level: "mandatory", settings: { exceptions: { qwen: "for trials" } } });
  expect(config.get("no-dev-mode")?.level).toBe("disabled");
  expect(config.get("gpu-requests-equal-limits")?.level).toBe("mandatory");
  expect(config.get("imds-v2")).toEqual({ level: "advisory", settings: {} });
});

it("tells everything that is wrong, with the nearest right name", () => {
  const { problems } = read({
    "two-replica": "mandatory",
    "imds-v2": "fatal",
    "gpu-budget": { budgetGpu: 1, budgetGpus: 1.5 },
    "hourly-budget": { budgetUsdPerHour: -1 },
    "allowed-regions": { allowedRegions: "eu-central-1" },
    "two-replicas": { exceptions: { qwen: 1 } },
  });
  expect(problems).toEqual([
    '"two-replica" is not a rule. Did you mean "two-replicas"?',
    "two-replicas.exceptions must be an object of texts.",
    'imds-v2: the enforcement level must be "mandatory", "advisory", "remediate", "disabled".',
    "hourly-budget.budgetUsdPerHour must be a number from 0.",
    'gpu-budget.budgetGpu is not a setting. Did you mean "budgetGpus"?',
    "gpu-budget.budgetGpus must be a whole number from 0.",
    "allowed-regions.allowedRegions must be a list of texts.",
  ]);
  expect(read([]).problems).toEqual(["the policy configuration must be an object of rules."]);
});
