import { checkOptionValue, connectorProblem, type EngineOption, engineVersion, findOption } from "@sonar-iac/topology";
import { over, type Rule } from "../../rule";
import { type TransferConfig, transferConfigs } from "./transferConfig";

const option = "kv-transfer-config";

/** An engine with a connector, a field or a word that it does not know does not start. */
export const connector: Rule = {
  name: "kv-transfer-config-known",
  description: "The KV transfer configuration is one that the engine's release takes.",
  severity: "high",
  level: "mandatory",
  tags: ["prefill-decode", "engine"],
  remediation: `Use the connectors and fields of aphrodite ${engineVersion}.`,
  scope: "resource",
  check: ({ engines }) => over(engines, (engine) => transferConfigs(engine).flatMap(problems)),
};

function problems(config: TransferConfig): string[] {
  const value = checkOptionValue(findOption(option) as EngineOption, config);
  const { kv_connector: name, kv_connector_module_path: path } = config;
  // a module of one's own may bring any name
  const unknown = typeof name === "string" && !path ? connectorProblem(name) : undefined;
  return [
    ...(unknown === undefined ? [] : [`--${option}: ${unknown}`]),
    ...("wrong" in value ? [`--${option} ${value.wrong}`] : []),
  ];
}
