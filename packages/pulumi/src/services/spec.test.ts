import * as pulumi from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import { kubernetes } from "../platform";
import type { ReplicatedServiceArgs } from "./args";
import { planReplicated } from "./plan";

const base: ReplicatedServiceArgs = {
  platform: kubernetes({ nodes: { gpusPerNode: 8 } }),
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "Qwen/Qwen3-8B" },
};
/** A user's program may pass anything. */
const messages = (over: Record<string, unknown>) =>
  planReplicated("qwen3", { ...base, ...over } as ReplicatedServiceArgs).problems.map((p) => `${p.path}: ${p.message}`);

describe("a service's arguments", () => {
  it("may be known only later where they are names", () => {
    const later = pulumi.output("x");
    expect(
      messages({
        image: later,
        apiKeys: { existingSecret: { name: later } },
        modelCache: { kind: "claim", claimName: later },
        gateway: {
          image: later,
          tlsSecretName: later,
          exposure: { kind: "ingress", host: later, tlsSecretName: later },
        },
        huggingFaceToken: { secretName: later },
      }),
    ).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["no platform", { platform: undefined }, "platform: is missing. Use kubernetes({ nodes: … })."],
    ["an empty image", { image: "" }, 'image: must be text that is not empty, but it is "".'],
    ["an image with a blank", { image: "a b" }, "image: must be an image reference without blanks."],
    ["no image", { image: undefined }, "image: must be text that is not empty, but it is missing."],
    ["an unknown argument", { repliccas: 2 }, 'repliccas: is not an argument. Did you mean "replicas"?'],
    [
      "an unknown gateway argument",
      { gateway: { replica: 2 } },
      'gateway.replica: is not an argument. Did you mean "replicas"?',
    ],
    [
      "an unknown kind of exposure",
      { gateway: { exposure: { kind: "public" } } },
      'gateway.exposure.kind: must have the kind "cluster-ip" or "load-balancer" or "ingress", but it is "public".',
    ],
    [
      "an Ingress without host",
      { gateway: { exposure: { kind: "ingress" } } },
      "gateway.exposure.host: must be text that is not empty, but it is missing.",
    ],
    [
      "a misspelled field of the Ingress",
      { gateway: { exposure: { kind: "ingress", host: "h", tlsSecret: "x" } } },
      'gateway.exposure.tlsSecret: is not an argument. Did you mean "tlsSecretName"?',
    ],
    ["a gateway that is no object", { gateway: "yes" }, 'gateway: must be an object, but it is "yes".'],
    [
      "a cache of an unknown kind",
      { modelCache: { kind: "disk" } },
      'modelCache.kind: must have the kind "claim" or "storage-class" or "ephemeral", but it is "disk".',
    ],
    [
      "a claim without a name",
      { modelCache: { kind: "claim" } },
      "modelCache.claimName: must be text that is not empty, but it is missing.",
    ],
    [
      "an unknown field of the cache",
      { modelCache: { kind: "ephemeral", size: 3 } },
      'modelCache.size: is not an argument. Did you mean "sizeGiB"?',
    ],
    [
      "an unknown field of the keys",
      { apiKeys: { client: ["a"] } },
      'apiKeys.client: is not an argument. Did you mean "clients"?',
    ],
    [
      "an existing Secret without name",
      { apiKeys: { existingSecret: {} } },
      "apiKeys.existingSecret.name: must be text that is not empty, but it is missing.",
    ],
    [
      "a token without Secret",
      { huggingFaceToken: { key: "token" } },
      "huggingFaceToken.secretName: must be text that is not empty, but it is missing.",
    ],
    [
      "structure that is known only later",
      { replicas: pulumi.output(3) },
      "replicas: is known only when the program runs",
    ],
    [
      "an option that is known only later",
      { engine: { extraArgs: { seed: pulumi.output(3) } } },
      "engine.extraArgs.seed: is known only when",
    ],
    [
      "a secret variable that is no reference",
      { secretEnvironment: { TOKEN: "x" } },
      'secretEnvironment.TOKEN: must be an object, but it is "x".',
    ],
    [
      "a secret variable that the library sets",
      { secretEnvironment: { APHRODITE_API_KEY: { secretName: "mine" } } },
      "secretEnvironment.APHRODITE_API_KEY: is set by apiKeys. Leave it out here.",
    ],
    [
      "an unknown override",
      { overrides: { engines: {} } },
      'overrides.engines: is not an argument. Did you mean "engine"?',
    ],
    ["a user that is no number", { runAsUser: "root" }, "runAsUser: must be a whole number from 0"],
  ])("%s", (_, over, start) => {
    const found = messages(over);
    expect(found).toHaveLength(1);
    expect(found[0]?.startsWith(start), found[0]).toBe(true);
  });

  it("list what is wrong with names and with structure together", () => {
    expect(
      messages({ image: "", replicas: 0, gateway: { exposure: { kind: "ingress" } } }).map((m) => m.split(":")[0]),
    ).toEqual(["image", "gateway.exposure.host", "replicas"]);
  });
});

describe("kubernetes()", () => {
  const wrong = (args: unknown) => {
    try {
      kubernetes(args as Parameters<typeof kubernetes>[0]);
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  it("refuses unknown and empty arguments at once", () => {
    expect(wrong({ namespace: "", node: {}, nodes: { gpuPerNode: 1 } })).toMatchInlineSnapshot(`
      "Platform "kubernetes" cannot be planned:
        namespace         must be text that is not empty, but it is "". Name a namespace that exists.
        node              is not an argument. Did you mean "nodes"?
        nodes.gpuPerNode  is not an argument. Did you mean "gpusPerNode"?"
    `);
  });
  it("needs nodes", () =>
    expect(wrong({})).toBe('Platform "kubernetes" cannot be planned:\n  nodes  must be an object, but it is missing.'));
});
