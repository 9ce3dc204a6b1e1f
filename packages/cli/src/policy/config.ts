import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type PolicyConfig, readConfig, rules, type Value } from "@sonar-iac/policy";
import { type Finding, finding } from "../recorder";

/** File beside Pulumi.yaml with the configuration of the policy pack, which `pulumi preview --policy-pack-config` takes too. */
export const CONFIG_FILE = "policy-config.json";

/** The configuration of the rules from a file, else from the project's own; what is wrong with it is an error. */
export function loadPolicyConfig(folder: string, file: string | undefined, errors: Finding[]): PolicyConfig {
  const own = join(folder, CONFIG_FILE);
  const path = file ?? (existsSync(own) ? own : undefined);
  if (path === undefined) return readConfig({}, rules).config;
  const { config, problems } = readConfig(parse(path, errors), rules);
  errors.push(...problems.map((problem): Finding => ({ component: null, path, message: problem })));
  return config;
}

function parse(path: string, errors: Finding[]): Value {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Value;
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? `is not JSON: ${error.message}` : "cannot be read. Give a file that is there";
    errors.push({ ...finding(null, `${reason}.`), path });
    return {};
  }
}
