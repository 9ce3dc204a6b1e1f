import { engineVersion } from "@sonar-iac/topology";
import { assignments, variableText } from "../../engine";
import { over, type Rule } from "../../rule";

const name = "APHRODITE_SERVER_DEV_MODE";

/** Routes of the development mode sleep engines, run calls in workers and reset caches, and ask for no key. */
export const devMode: Rule = {
  name: "no-dev-mode",
  description: "No engine runs in development mode.",
  severity: "critical",
  level: "mandatory",
  tags: ["security", "engine"],
  remediation: `Remove ${name}.`,
  scope: "resource",
  check: ({ engines }) =>
    over(engines, (engine) => {
      const value = assignments(engine.container).find((one) => one.name === name)?.value ?? variableText(engine, name);
      if (value === undefined || /^(0|false|)$/i.test(value)) return undefined;
      return `${name}=${value} opens routes of aphrodite ${engineVersion} that put engines to sleep and run calls in their workers. Remove the variable.`;
    }),
};
