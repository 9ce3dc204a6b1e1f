import { findOption, keyOptions, namesSecret } from "@sonar-iac/topology";
import { type EngineView, optionText, writtenOption } from "../../engine";
import { attempt, NotHere, type Outcome } from "../../rule";
import type { Fields } from "../../view";
import type { Group } from "./group";

/** Options by which ranks of one engine differ, and those that only who answers requests reads. */
const own = new Set([
  "headless",
  "node-rank",
  "data-parallel-rank",
  "data-parallel-start-rank",
  "data-parallel-size-local",
  "api-server-count",
  "aggregate-engine-logging",
  "disable-log-stats",
  "enable-log-requests",
]);

/** Variables that ranks must have in common; others name the pod, or are the API's. */
const shared = /^(APHRODITE|NCCL|GLOO|UCX|FI)_/;
const eachPods = new Set(["APHRODITE_HOST_IP", "APHRODITE_NIXL_SIDE_CHANNEL_HOST"]);

/** What differs between the leader and the workers, each by itself. */
export function groupDifferences({ resource: { urn }, leader, worker }: Group): Outcome[] {
  if (worker === undefined || worker === leader) return [];
  const compare = (name: string, of: (engine: EngineView) => string | undefined) =>
    attempt(urn, () => {
      const [a, b] = [of(leader), of(worker)];
      if (a === b) return [];
      if (a !== undefined && b !== undefined && /\$/.test(a + b) && !isDefault(name, [leader, worker]))
        throw new NotHere(`whether ${name} is the same for leader and workers is not seen: it is ${a} and ${b}`);
      const message = `${name} is ${a ?? "not set"} for the leader, but ${b ?? "not set"} for the workers: ranks of one engine need the same. Set it to the same for both.`;
      return [{ urn, message }];
    });
  return [
    ...compare("image", ({ container }) => container.at("image").text()),
    ...compare("model", modelText),
    ...flagsOf(leader, worker).flatMap((flag) => compare(`--${flag}`, (engine) => optionWords(engine, flag))),
    ...attempt(urn, () => variablesOf(leader, worker).flatMap((name) => compare(name, (one) => sourceOf(one, name)))),
  ];
}

/** Whether one of them has the engine's default, which is no address of another pod. */
const isDefault = (name: string, engines: EngineView[]) =>
  engines.some(({ line }) => name.startsWith("--") && writtenOption(line, name.slice(2)) === undefined);

function modelText({ line }: EngineView): string | undefined {
  return line.model === undefined ? writtenOption(line, "model") : (line.model.text ?? line.model.written);
}

function flagsOf(...engines: EngineView[]): string[] {
  const given = engines.flatMap(({ line }) => line.options.flatMap(({ option }) => option?.flag ?? []));
  return [...new Set(given)].filter((flag) => !own.has(flag) && !isFrontend(flag));
}

/** What only the API reads, keys among it, and what is compared by itself. */
const isFrontend = (flag: string) => findOption(flag)?.group === "Frontend" || keyOptions.has(flag) || flag === "model";

/** An option's meaning, or its words where they hang on variables. */
function optionWords(engine: EngineView, flag: string): string | undefined {
  const written = writtenOption(engine.line, flag);
  return written?.includes("$") ? written : optionText(engine, flag);
}

const variables = ({ container }: EngineView): Fields[] => container.at("env").items();

function variablesOf(...engines: EngineView[]): string[] {
  const names = engines.flatMap(variables).map((one) => one.at("name").text() ?? "");
  return [...new Set(names)].filter((name) => shared.test(name) && !eachPods.has(name) && !namesSecret(name));
}

/** A variable's value, or where it comes from. */
function sourceOf(engine: EngineView, name: string): string | undefined {
  const given = variables(engine)
    .filter((one) => one.at("name").text() === name)
    .at(-1);
  return given?.at("value").text() ?? (given === undefined ? undefined : JSON.stringify(given.at("valueFrom").value));
}
