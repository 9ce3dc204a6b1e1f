import type { Wire, WireObject } from "../wire";
import { awsLookups } from "./aws";

/** Answers to provider functions, by token: those that need no cluster, cloud or network. */
const ANSWERS: Record<string, (inputs: WireObject) => WireObject> = {
  "kubernetes:yaml:decode": decodeYaml,
  ...awsLookups,
};

/** What a provider function returns in a preview; undefined where only the provider could tell. */
export function answerInvoke(token: string, inputs: WireObject): WireObject | undefined {
  return ANSWERS[token]?.(inputs);
}

/** The manifests in a text, as `kubernetes.yaml.ConfigFile` asks for them. */
function decodeYaml(inputs: WireObject): WireObject {
  // loaded here because few programs ask
  const { parseAllDocuments } = require("yaml") as typeof import("yaml");
  const documents = parseAllDocuments(typeof inputs.text === "string" ? inputs.text : "");
  if (!Array.isArray(documents)) return { result: [] };
  return { result: documents.map((document) => document.toJS() as Wire).filter((object) => object !== null) };
}
