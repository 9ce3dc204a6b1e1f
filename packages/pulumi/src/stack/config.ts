import * as pulumi from "@pulumi/pulumi";
import { nearest, type Problem } from "@sonar-iac/topology";

/** Namespace of the configuration: `pulumi config set --path sonar:model.source …`. */
const namespace = "sonar";

/** Settings that are text; all others are numbers or objects. */
const texts = ["service", "name", "image", "kvLoadFailure"];

/** Every setting; Pulumi.yaml declares the same ones. */
export const stackKeys = [
  ...texts,
  "platform",
  "model",
  "replicas",
  "nodesPerReplica",
  "parallelism",
  "network",
  "scheduling",
  "engine",
  "runAsUser",
  "maxRequestSeconds",
  "startup",
  "loadBalancing",
  "admission",
  "gateway",
  "apiKeys",
  "modelCache",
  "compileCache",
  "huggingFaceToken",
  "prefill",
  "decode",
  "transfer",
  "router",
];

/** The configuration as plain values, and settings that do not exist. An empty object counts as not given: Pulumi.yaml's defaults are such. */
export function readConfig(all: Record<string, string> = pulumi.runtime.allConfig()): {
  values: Record<string, unknown>;
  problems: Problem[];
} {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [full, text] of Object.entries(all).sort()) {
    if (!full.startsWith(`${namespace}:`)) continue;
    const key = full.slice(namespace.length + 1);
    if (!stackKeys.includes(key)) {
      const near = nearest(key, stackKeys, 1)[0];
      const way = near ? `Did you mean "${namespace}:${near}"?` : `Known: ${stackKeys.join(", ")}.`;
      problems.push({ path: full, message: `is not a setting. ${way}` });
    } else if (text !== "{}") {
      values[key] = texts.includes(key) ? text : parsed(text);
    }
  }
  return { values, problems };
}

/** A value as Pulumi hands it on; what is no JSON stays text, and its own check says what it should be. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
