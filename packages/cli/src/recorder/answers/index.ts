import { secret, UNKNOWN, type WireObject } from "../wire";
import type { Answer, Question } from "./answer";
import { answerAws } from "./aws";
import { answerKubernetes, readKubernetes } from "./kubernetes";
import { answerRandom } from "./random";

export { answerInvoke } from "./invokes";
export { groupVersionKind } from "./kubernetes";

/** What a provider would answer to the creation of a resource. Of an unknown provider only the inputs are known. */
export function answerCreate(question: Question): Answer {
  const { type, name, inputs } = question;
  if (type.startsWith("pulumi:providers:")) return { id: `${name}-preview`, state: inputs };
  if (type.startsWith("kubernetes:") && !type.startsWith("kubernetes:helm.sh/")) return answerKubernetes(question);
  if (type.startsWith("random:")) return answerRandom(question);
  if (type.startsWith("aws:")) return answerAws(question);
  return { state: inputs };
}

/** What a provider would answer to the reading of a resource that exists. */
export function answerRead(type: string, id: string, inputs: WireObject): WireObject {
  return type.startsWith("kubernetes:") && id !== UNKNOWN ? { ...readKubernetes(type, id), ...inputs } : inputs;
}

/** Properties that are secret whether or not the program says so. */
const SECRET_PROPERTIES: Record<string, string[]> = {
  "kubernetes:core/v1:Secret": ["data", "stringData"],
  "pulumi:providers:kubernetes": ["kubeconfig"],
};

/** The inputs of a resource with what is secret by its nature marked as such. */
export function guardInputs(type: string, inputs: WireObject): WireObject {
  const properties = SECRET_PROPERTIES[type];
  return properties === undefined ? inputs : markSecrets(inputs, properties);
}

/** Marks the properties that the program wants to be secret. */
export function markSecrets(state: WireObject, properties: string[]): WireObject {
  const marked = { ...state };
  for (const property of properties) {
    const value = marked[property];
    if (value !== undefined) marked[property] = secret(value);
  }
  return marked;
}
