import { findOption, inCompileCacheKey, keyOptions, namesSecret } from "@sonar-iac/topology";
import { type EngineView, modelOf, optionValue } from "../engine";
import { attempt } from "../rule";

/** Whether a change makes engines compile their kernels anew. */
export interface ColdStart {
  sure: "yes" | "perhaps" | "no";
  /** What changes the key. */
  because: string[];
}

/** Groups of options that only the API server, logs and start-up read. */
const outside = new Set(["Frontend", "General", "ObservabilityConfig", "LoadConfig", "StructuredOutputsConfig"]);
/** Options of other groups that name things for clients. */
const naming = new Set(["served-model-name", "generation-config"]);

/** Options and variables of two engines that differ, with their values. */
export function engineDifferences(
  before: EngineView,
  after: EngineView,
): { name: string; text: string; key: ColdStart["sure"] }[] {
  const options = new Set([...before.line.options, ...after.line.options].flatMap(({ option }) => option?.flag ?? []));
  const names: string[] = [];
  const open = attempt(undefined, () => {
    for (const { container } of [before, after])
      for (const one of container.at("env").items()) names.push(one.at("name").text() ?? "");
    return [];
  });
  const image = [before, after].map(({ container }) => container.at("image"));
  return [
    ...compare("image", (side) => image[side]?.text(), "yes"),
    ...compare("model", (side) => modelOf(side === 0 ? before : after), "yes"),
    ...[...options].flatMap((flag) =>
      compare(`--${flag}`, (side) => optionValue((side === 0 ? before : after).line, flag), keyOfOption(flag)),
    ),
    ...[...new Set(names)].flatMap((name) =>
      compare(name, (side) => sourceOf(side === 0 ? before : after, name), inCompileCacheKey(name) ? "yes" : "no"),
    ),
    ...(open.length > 0 ? [{ name: "env", text: "env is known only after deployment", key: "perhaps" as const }] : []),
  ];
}

function keyOfOption(flag: string): ColdStart["sure"] {
  const group = findOption(flag)?.group ?? "";
  return outside.has(group) || naming.has(flag) ? "no" : "perhaps";
}

/** A variable's value, or where it comes from: a key that is given by reference is not shown. */
function sourceOf(engine: EngineView, name: string): string | undefined {
  const given = engine.container
    .at("env")
    .items()
    .find((one) => one.at("name").text() === name);
  if (given === undefined) return undefined;
  return given.at("value").exists ? given.at("value").text() : "by reference";
}

type Side = (side: 0 | 1) => string | boolean | undefined;

function compare(name: string, of: Side, key: ColdStart["sure"]) {
  let found: { name: string; text: string; key: ColdStart["sure"] }[] = [];
  const open = attempt(undefined, () => {
    const [a, b] = [of(0), of(1)];
    // what may be a key is not shown
    const hidden = namesSecret(name) || keyOptions.has(name.replace(/^--/, ""));
    if (a !== b) found = [{ name, text: hidden ? `${name} changes` : `${name} ${word(a)} → ${word(b)}`, key }];
    return [];
  });
  if (open.length > 0)
    found = [{ name, text: `${name} is known only after deployment`, key: key === "no" ? "no" : "perhaps" }];
  return found;
}

const word = (value: string | boolean | undefined) =>
  value === undefined ? "unset" : value === true ? "on" : value === false ? "off" : value;

/** What a change of engines does to their compile cache. */
export function coldStart(pairs: readonly [before: EngineView, after: EngineView][]): ColdStart {
  const found = pairs.flatMap(([before, after]) => engineDifferences(before, after)).filter(({ key }) => key !== "no");
  const sure = found.some(({ key }) => key === "yes") ? "yes" : found.length > 0 ? "perhaps" : "no";
  return { sure, because: found.map(({ name }) => name) };
}
