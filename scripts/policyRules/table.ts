import { type Rule, rules } from "@sonar-iac/policy";
import { engineVersion } from "@sonar-iac/topology";

/** The documentation of the rules: a table, the settings, and how each rule is satisfied. */
export function rulesTable(): string {
  const rows = rules.map(
    ({ name, scope, severity, level, tags, description, remedy }) =>
      `| \`${name}\` | ${description} | ${severity} | ${level}${remedy ? ", or remediate" : ""} | ${scope} | ${tags.join(", ")} |`,
  );
  return [
    "# Rules",
    "",
    `Made by \`npm run policy:rules\` from the pack itself. Tables and limits are those of aphrodite ${engineVersion}.`,
    "",
    "| rule | what must be | severity | level | looks at | about |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
    "A value that is known only after deployment is reported as not yet checkable; it neither passes nor fails. What stands in another stack is",
    "told by the advisory policy `not-checkable-here`.",
    "",
    "## Settings",
    "",
    "| rule | setting | type | meaning |",
    "|---|---|---|---|",
    ...rules.flatMap(settingRows),
    "",
    "## How to satisfy each",
    "",
    ...rules.map(({ name, remediation }) => `- \`${name}\`: ${remediation}`),
    "",
  ].join("\n");
}

function settingRows({ name, settings = {} }: Rule): string[] {
  return Object.entries(settings).map(([setting, { type, items, additionalProperties, description }]) => {
    const shown = items ? "list of texts" : additionalProperties ? "texts by name" : type;
    return `| \`${name}\` | \`${setting}\` | ${shown} | ${description} |`;
  });
}
