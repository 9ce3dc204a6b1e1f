import { isInMoto } from "../resources/absent";
import type { Sidecar } from "../sidecar/client";
import type { Call, Definition, Values } from "./definition";

/** Whether the resource itself is made in moto, or only in the double's memory. */
export const isCreatedInMoto = ({ create }: Definition) => isInMoto(create);

/**
 * Validates requests and, where moto can answer them, sends them.
 *
 * @returns the answers; empty ones where moto has no such operation.
 * @throws Error with every problem of every request, or moto's refusal.
 */
export async function perform(sidecar: Sidecar, definition: Definition, calls: Call[]): Promise<Values[]> {
  const problems = (await Promise.all(calls.map((call) => problemsOf(sidecar, call)))).flat();
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const answers: Values[] = [];
  for (const call of calls) answers.push(await send(sidecar, definition, call));
  return answers;
}

/** What botocore and the service model say against a request. */
export async function problemsOf(sidecar: Sidecar, call: Call): Promise<string[]> {
  const found = await sidecar.check(call);
  return found.map(({ from, message }) => `${call.service} ${call.operation} (${from}): ${message}`);
}

async function send(sidecar: Sidecar, definition: Definition, call: Call): Promise<Values> {
  if (!isCreatedInMoto(definition) || !isInMoto(call)) return {};
  const { result, error } = await sidecar.call(call);
  if (error) throw new Error(`${call.service} ${call.operation} (moto): ${error.code}: ${error.message}`);
  return result ?? {};
}
