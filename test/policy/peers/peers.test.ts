import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { evaluate, type ResourceView, type Value, viewOf } from "@sonar-iac/policy";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";

const folder = join(__dirname, "manifests");

/** What every one of these lacks: they come from examples that end at the engine. */
const usual = ["disruption-budget", "network-policy-present"];

/** Known faults of public examples and charts, rewritten small for this engine, and the rules that find them. */
const expected: Record<string, string[]> = {
  "aibrix-probes": [...usual, "startup-budget"],
  "alb-idle-time": [
    ...usual,
    "engine-reachable-from-gateway-only",
    "idle-time-outlasts-requests",
    "public-load-balancer-allowed",
    "public-load-balancer-tls",
  ],
  "dynamo-parallel-sizes": [...usual, "gpus-fit-node"],
  "dynamo-short-grace": [...usual, "grace-outlasts-drain"],
  "llm-d-version-mismatch": [...usual, "prefill-decode-compatible"],
  "production-stack-prefill-decode": [
    ...usual,
    "engine-options-known",
    "kv-engine-id-unset",
    "kv-role-named",
    "kv-side-channel",
    "no-host-namespaces",
  ],
  "production-stack-rwo-claim": [
    ...usual,
    "grace-outlasts-drain",
    "image-pinned-by-digest",
    "no-shared-single-node-claim",
  ],
  "production-stack-shared-memory": [...usual, "shared-memory"],
  "shared-compile-cache": [...usual, "one-writer-compile-cache"],
  "vllm-attention-backend": ["network-policy-present", "prefill-decode-compatible"],
  "vllm-key-in-arguments": ["network-policy-present", "no-key-in-clear"],
};

function views(name: string): ResourceView[] {
  const documents = parseAllDocuments(readFileSync(join(folder, `${name}.yaml`), "utf8"));
  return documents.map((document) => {
    const object = document.toJS() as { apiVersion: string; kind: string; metadata: { name: string } };
    const group = object.apiVersion.includes("/") ? object.apiVersion : `core/${object.apiVersion}`;
    const type = `kubernetes:${group}:${object.kind}`;
    return viewOf(
      { urn: `${type}::${object.metadata.name}`, type, name: object.metadata.name },
      object as unknown as Value,
    );
  });
}

describe("a known fault of public manifests", () => {
  it.each(Object.entries(expected))("is found: %s", (name, rules) => {
    const found = evaluate(views(name));
    expect(found.filter(({ open }) => open)).toEqual([]);
    expect([...new Set(found.map(({ rule }) => rule))].sort()).toEqual([...rules].sort());
  });

  it("is known for every manifest", () =>
    expect(readdirSync(folder).map((file) => file.replace(".yaml", ""))).toEqual(Object.keys(expected)));
});
