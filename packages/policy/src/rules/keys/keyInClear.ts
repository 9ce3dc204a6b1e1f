import { keyOptions, namesSecret } from "@sonar-iac/topology";
import { assignments, type EngineView, expanded, isReference, lookupIn } from "../../engine";
import { allContainersOf, podsOf } from "../../kubernetes";
import { over, type Rule } from "../../rule";
import type { Fields } from "../../view";

/** Keys in argv are seen by everyone who may read pods, and the engine writes its command line into its log. */
export const keyInClear: Rule = {
  name: "no-key-in-clear",
  description: "No key stands in a command line or in plain environment.",
  severity: "critical",
  level: "mandatory",
  tags: ["security"],
  remediation:
    "Put the key into a Secret and give it by reference: env APHRODITE_API_KEY or HF_TOKEN with valueFrom.secretKeyRef.",
  scope: "resource",
  check: ({ resources, engines }) => [
    ...over(engines, inCommand),
    ...over(plainEnvironments(resources, engines), ({ container }) => inEnvironment(container)),
  ],
};

function inCommand({ line, resource, container }: EngineView): string[] {
  const set = assignments(container)
    .filter(({ name }) => namesSecret(name))
    .map(
      ({ name, at }) =>
        `${name} at ${at} holds a key in plain text. Take it out, and give it by valueFrom.secretKeyRef.`,
    );
  const given = line.options
    .filter(({ option }) => option !== undefined && keyOptions.has(option.flag))
    // what a variable holds is that variable's
    .filter(({ values }) => values.length === 0 || !values.every(({ written = "" }) => isReference(written)))
    .map(
      ({ spelling, option, at }) =>
        `${spelling} at ${at} in ${resource.name} shows a key in the command line. Take it out, and give ${variableFor(option?.flag)} by valueFrom.secretKeyRef.`,
    );
  return [...set, ...given];
}

const variableFor = (flag?: string) => (flag === "hf-token" ? "HF_TOKEN" : "APHRODITE_API_KEY");

/** Environments of all containers of pods that run an engine: a sidecar's key is a key too. */
function plainEnvironments(resources: Parameters<Rule["check"]>[0]["resources"], engines: readonly EngineView[]) {
  const pods = resources
    .flatMap(podsOf)
    .filter((pod) => engines.some((engine) => engine.pod.spec.path.join() === pod.spec.path.join()));
  return pods.flatMap((pod) => allContainersOf(pod).map((container) => ({ resource: pod.resource, container })));
}

function inEnvironment(container: Fields): string[] {
  const lookup = lookupIn(container);
  return container
    .at("env")
    .items()
    .flatMap((variable) => {
      const name = variable.at("name").text() ?? "";
      const value = variable.at("value");
      // a value that is not known yet stands in clear all the same
      const text = value.known ? (value.text() ?? "") : undefined;
      if (!namesSecret(name) || text === "") return [];
      // another variable's value is that one's, as long as it is not plain
      if (text !== undefined && isReference(text) && expanded(text, value, lookup).text === undefined) return [];
      return `${name} at ${variable} holds a key in plain text. Use valueFrom.secretKeyRef in place of value.`;
    });
}
