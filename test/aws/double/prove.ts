import { region } from "../resources/region";
import type { Sidecar } from "../sidecar/client";
import type { Call, Definition, Made, Values } from "./definition";
import { render } from "./fields";
import { Live } from "./live";
import { DEFAULTS, nameProblems, withName } from "./names";
import { problemsOf } from "./perform";
import { plainValues } from "./values";

/** The request that creates a resource. */
export function createCall({ create }: Definition, inputs: Values): Call {
  const { service, operation, fields, shape } = create;
  const { region: _, ...rest } = inputs;
  const { params } = render(rest, fields);
  return { service, operation, params: shape ? shape(params, inputs) : params };
}

/** Inputs for which the double has no place, or which the provider itself would refuse. */
export function inputProblems(definition: Definition, inputs: Values): { property: string; reason: string }[] {
  const { create, type } = definition;
  const { region: chosen, ...rest } = inputs;
  const elsewhere =
    chosen === undefined || chosen === region ? [] : [{ property: "region", reason: `the tests' region is ${region}` }];
  const unplaced = render(rest, create.fields).unplaced.map((property) => ({
    property,
    reason: `test/aws/resources has no place for this input of ${type}: say there where AWS takes it`,
  }));
  return [...elsewhere, ...unplaced, ...nameProblems(definition, inputs)];
}

/** References to what does not exist. */
export function missingReferences({ holds }: Definition, inputs: Values, live: Live): string[] {
  const missing = (holds?.(inputs, live) ?? []).filter(({ type, id }) => live.find(type, id) === undefined);
  return missing.map(({ type, id }) => `reference: there is no ${type} ${id}`);
}

const inRules = (definition: Definition, inputs: Values, live: Live) =>
  (definition.rules?.(inputs, live) ?? []).map((rule) => `rule: ${rule}`);

/** Everything that is wrong with a resource before it is created. */
export async function problemsBefore(sidecar: Sidecar, definition: Definition, inputs: Values, live: Live) {
  return [
    ...inputProblems(definition, inputs).map(({ property, reason }) => `${property}: ${reason}`),
    ...missingReferences(definition, inputs, live),
    ...inRules(definition, inputs, live),
    ...(await problemsOf(sidecar, createCall(definition, inputs))),
  ];
}

/**
 * Everything that is wrong with a resource's inputs, without an engine and without moto: for what a program registered under mocks. That
 * references exist is not asked.
 *
 * @param live what else the program registered, for rules between resources
 */
export async function problemsOfInputs(
  sidecar: Sidecar,
  definition: Definition,
  name: string,
  registered: Values,
  live = new Live(),
): Promise<string[]> {
  const { [DEFAULTS]: _, ...inputs } = withName(definition, name, {}, plainValues(registered));
  const { id, outputs } = definition.result(definition.answer(inputs), inputs);
  const made: Made = { id, inputs, outputs: { ...inputs, ...outputs } };
  const after = await Promise.all((definition.after?.(made) ?? []).map((call) => problemsOf(sidecar, call)));
  return [...(await problemsBefore(sidecar, { ...definition, holds: undefined }, inputs, live)), ...after.flat()];
}
