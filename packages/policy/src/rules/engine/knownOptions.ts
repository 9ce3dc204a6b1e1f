import {
  canonicalName,
  didYouMean,
  engineVersion,
  findVariable,
  nearest,
  optionNames,
  variableNames,
} from "@sonar-iac/topology";
import { type EngineView, undecided, unseen } from "../../engine";
import { over, type Rule } from "../../rule";
import type { Fields } from "../../view";

/** The engine ends at once on an option that it does not know, and ignores such a variable. */
export const knownOptions: Rule = {
  name: "engine-options-known",
  description: "Every option and APHRODITE_ variable is one of the engine's release.",
  severity: "high",
  level: "mandatory",
  tags: ["engine"],
  remediation: `Use the spelling of aphrodite ${engineVersion}: aphrodite serve --help=all lists the options.`,
  scope: "resource",
  check: ({ resources, engines }) => [
    ...over(engines, wrongOptions),
    ...over(engines, wrongVariables),
    // what may turn out to be an engine has passed no rule; this one says so for all
    ...over(resources, (resource) => read(undecided(resource))),
    ...over(resources, unseen),
  ],
};

/** Reads places that are not known yet, which leaves them open. */
function read(fields: Fields[]): undefined {
  for (const field of fields) void field.value;
}

function wrongOptions({ line }: EngineView): string[] {
  return line.options
    .filter(({ option }) => option === undefined)
    .map(({ spelling }) => {
      const near = didYouMean(nearest(canonicalName(spelling), optionNames(), 3));
      return `${spelling} is not an option of aphrodite ${engineVersion}, which would not start. ${near || "Take it out."}`;
    });
}

/** Variables of vLLM have no effect here; the engine has its own for most of them. */
function wrongVariables({ container }: EngineView): string[] {
  return container
    .at("env")
    .items()
    .flatMap((variable) => {
      const name = variable.at("name").text() ?? "";
      if (!/^(APHRODITE|VLLM)_/.test(name) || findVariable(name) !== undefined) return [];
      const own = name.replace(/^VLLM_/, "APHRODITE_");
      const names = variableNames().filter((one) => one.startsWith("APHRODITE_"));
      const near = findVariable(own) ? `Did you mean "${own}"?` : didYouMean(nearest(own, names, 2));
      return `${name} is not a variable of aphrodite ${engineVersion}, which ignores it. ${near || "Take it out."}`;
    });
}
