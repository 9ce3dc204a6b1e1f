import { findOption, findVariable } from "@sonar-iac/topology";
import { containersOf, type GivenVariables, type PodView, podsOf } from "../kubernetes";
import { NotHere } from "../rule";
import { type Fields, isMap, type ResourceView, type Value } from "../view";
import { type CommandLine, fieldValues, listWords, optionValue, parseOptions, writtenOption } from "./commandLine";
import { expanded, lookupIn } from "./references";
import { argumentsOf, isVerb, serveWords } from "./serve";
import { textOf, type Word } from "./word";

/** A container that runs Sonar, and the pod that it is in. */
export interface EngineView {
  resource: ResourceView;
  pod: PodView;
  container: Fields;
  line: CommandLine;
}

/** Containers of a resource that run the engine, by their command or, where they have none, by their image. */
export function enginesOf(resource: ResourceView): EngineView[] {
  return podsOf(resource).flatMap((pod) => {
    if (!pod.spec.known || !pod.spec.at("containers").known) return [];
    return containersOf(pod).flatMap((container) => {
      const line = lineOf(container, pod.given?.());
      return line === undefined ? [] : [{ resource, pod, container, line }];
    });
  });
}

/** What follows `aphrodite serve` in a container, or the arguments that the image's own command gets; undefined where it runs something else. */
export function lineOf(container: Fields, given: GivenVariables = {}): CommandLine | undefined {
  const [command, args] = [container.at("command"), container.at("args")];
  const written = [...wordsOf(command), ...wordsOf(args)];
  const lookup = lookupIn(container, given);
  const served = serveWords(written, lookup);
  if (served !== undefined) return parseOptions(served);
  // without a command the image's own runs
  if ((command.known && command.exists) || !isEngineImage(container)) return undefined;
  const words = argumentsOf(written, lookup);
  return parseOptions(isVerb(words[0]?.text) ? words.slice(1) : words);
}

/** Words of a list; a list that is not known yet is one word. */
export function wordsOf(list: Fields): Word[] {
  if (!list.known) return [{ at: list }];
  return list.items().map((at) => (at.known ? { text: at.text() ?? "", at } : { at }));
}

function isEngineImage(container: Fields): boolean {
  const image = container.at("image");
  return image.known && /(^|\/)(aphrodite|sonar)(-[a-z0-9-]+)?([:@]|$)/.test(image.text() ?? "");
}

/** Text of an option, or of the engine's own default; undefined where it has none. */
export function option(engine: EngineView, name: string): string | undefined {
  const given = optionValue(engine.line, name) ?? findOption(name)?.default;
  return given === undefined || given === null ? undefined : String(given);
}

/** Whether an option without a default is given, be its value known or not. */
export function isGiven(engine: EngineView, name: string): boolean {
  return writtenOption(engine.line, name) !== undefined || option(engine, name) !== undefined;
}

/** An option as one text that is equal where it means the same: fields of JSON in one order, all words of a list. */
export function optionText(engine: EngineView, name: string): string | undefined {
  const known = findOption(name);
  if (known?.type.startsWith("json")) {
    const fields = jsonOption(engine, name);
    return fields && JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  if (known?.type !== "list") return option(engine, name);
  return optionValue(engine.line, name) === undefined ? undefined : listWords(engine.line, name).join(" ");
}

/** Fields of a JSON option, given whole or one by one; what is no JSON is the engine's to refuse. */
export function jsonOption({ line }: EngineView, name: string): Record<string, Value> | undefined {
  const given = optionValue(line, name);
  const fields = fieldValues(line, name);
  if (typeof given !== "string") return Object.keys(fields).length > 0 ? fields : undefined;
  return { ...parsed(given), ...fields };
}

function parsed(text: string): Record<string, Value> {
  try {
    const value: Value = JSON.parse(text);
    return isMap(value) ? value : {};
  } catch {
    return {};
  }
}

/** A whole number that an option has. */
export function numberOption(engine: EngineView, name: string): number | undefined {
  const number = Number(option(engine, name) ?? Number.NaN);
  return Number.isNaN(number) ? undefined : number;
}

/** A variable of the container's environment, wherever its value comes from; undefined where it is not set. */
export function variable({ container }: EngineView, name: string): Fields | undefined {
  const found = container
    .at("env")
    .items()
    .filter((one) => one.at("name").text() === name)
    .at(-1);
  if (found !== undefined) return found;
  if (container.at("envFrom").items().length > 0)
    throw new NotHere(`${name} may be set by ${container.at("envFrom")}, which is not seen here`);
  return undefined;
}

/** The plain value of a variable, or the engine's default. */
export function variableText(engine: EngineView, name: string): string | undefined {
  const given = variable(engine, name);
  if (given?.at("valueFrom").exists)
    throw new NotHere(`${name} is set by ${given.at("valueFrom")}, which is not seen here`);
  const fallback = findVariable(name)?.default;
  const value = given?.at("value");
  const text = value?.text();
  if (value !== undefined && text !== undefined) return textOf(expanded(text, value, lookupIn(engine.container)));
  return fallback === undefined || fallback === null ? undefined : String(fallback);
}

/** What the engine serves: its positional argument or `--model`. */
export function modelOf({ line }: EngineView): string | undefined {
  if (line.model !== undefined) return textOf(line.model);
  const given = optionValue(line, "model");
  return typeof given === "string" ? given : undefined;
}

/** GPUs of the container, by its limits or else its requests; devices that it claims are counted elsewhere. */
export function gpusOf({ container }: EngineView): number {
  const resources = container.at("resources");
  const counted = gpuResources(resources.at("limits")) || gpuResources(resources.at("requests"));
  if (counted === 0 && resources.at("claims").items().length > 0)
    throw new NotHere(`${resources.at("claims")} asks for devices, whose number is not seen here`);
  return counted;
}

/** Sum of a resource list's GPUs, whole or slices, of any maker. */
export function gpuResources(list: Fields): number {
  return list
    .entries()
    .filter(([name]) => isGpu(name))
    .reduce((sum, [, value]) => sum + (value.number() ?? 0), 0);
}

/** Whether a resource's name counts GPUs, whole ones or slices; `nvidia.com/gpumem` and the like count other things. */
export const isGpu = (name: string) => /^(nvidia|amd)\.com\/(gpu(\.shared)?$|mig-)/.test(name);
