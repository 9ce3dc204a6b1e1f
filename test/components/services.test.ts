import type * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { describe, expect, it } from "vitest";
import { componentContract } from "./contract";
import { deploy, manifests, refusal, unknown } from "./harness";
import { argsOf, variants } from "./variants";

/** Every argument that may be known only later, unknown. */
function later(args: sonar.ReplicatedServiceArgs): sonar.ReplicatedServiceArgs {
  const { platform, gateway, modelCache, apiKeys, huggingFaceToken, secretEnvironment } = args;
  const name = () => unknown() as pulumi.Output<string>;
  const exposure = gateway?.exposure;
  return {
    ...args,
    image: name(),
    platform: { ...platform, namespace: name(), prometheusNamespace: name() },
    ...(huggingFaceToken && { huggingFaceToken: { ...huggingFaceToken, secretName: name() } }),
    ...(secretEnvironment && {
      secretEnvironment: Object.fromEntries(Object.keys(secretEnvironment).map((key) => [key, { secretName: name() }])),
    }),
    ...(apiKeys &&
      "existingSecret" in apiKeys &&
      apiKeys.existingSecret && {
        apiKeys: { ...apiKeys, existingSecret: { ...apiKeys.existingSecret, name: name() } },
      }),
    ...(modelCache &&
      "kind" in modelCache &&
      modelCache.kind === "claim" && { modelCache: { ...modelCache, claimName: name() } }),
    ...(modelCache &&
      "kind" in modelCache &&
      modelCache.kind === "storage-class" && { modelCache: { ...modelCache, storageClass: name() } }),
    ...(gateway && {
      gateway: {
        ...gateway,
        image: name(),
        ...(gateway.tlsSecretName !== undefined && { tlsSecretName: name() }),
        ...(exposure?.kind === "ingress" && { exposure: { ...exposure, host: name() } }),
      },
    }),
  };
}

describe.each(Object.entries(variants))("ReplicatedService with %s", (_, variant) => {
  componentContract(
    "qwen3",
    (opts) => new sonar.ReplicatedService("qwen3", argsOf(variant), opts),
    (opts) => new sonar.ReplicatedService("qwen3", later(argsOf(variant)), opts),
  );
});

/** With a fixed name Pulumi deletes the old one, and all that uses it, before it makes the new one: the whole gateway, for a new key. */
it.each(Object.entries(variants))(
  "nothing that is replaced when its content changes has a fixed name: %s",
  async (_, variant) => {
    const { resources } = await deploy(() => void new sonar.ReplicatedService("qwen3", argsOf(variant)));
    const replaced = resources.filter(({ type }) => /:(ConfigMap|Secret|Job)$/.test(type));
    expect(replaced.length).toBeGreaterThanOrEqual(2);
    for (const { name, inputs } of replaced)
      expect([name, (inputs.metadata as { name?: string }).name]).toEqual([name, undefined]);
  },
);

type Manifest = Record<string, unknown> & { kind: string; metadata: { name: string }; spec: Record<string, unknown> };

/** What a variant renders, by kind. */
async function rendered(name: string) {
  const variant = variants[name];
  if (!variant) throw new Error(`no variant "${name}"`);
  const all = manifests(
    await deploy(() => void new sonar.ReplicatedService("qwen3", argsOf(variant))),
  ) as unknown as Manifest[];
  return (kind: string) =>
    all.filter((manifest) => manifest.kind === kind).map(({ spec }) => JSON.parse(JSON.stringify(spec)));
}

describe("what a service renders", () => {
  it("gives the token only to the fetch, and engines the weights read-only", async () => {
    const of = await rendered("shared weights and a token");
    const [job] = of("Job");
    const [engines] = of("StatefulSet");
    expect(JSON.stringify(job)).toContain("HF_TOKEN");
    expect(JSON.stringify(engines)).not.toContain("HF_TOKEN");
    const mounts = engines.template.spec.containers[0].volumeMounts;
    expect(mounts.find((mount: { name: string }) => mount.name === "weights").readOnly).toBe(true);
    expect(engines.volumeClaimTemplates.map((claim: Manifest) => claim.metadata.name)).toEqual(["compile-cache"]);
  });

  it("gives every engine pod its own claims where volumes cannot be shared, filled by an init container", async () => {
    const of = await rendered("several replicas, each with its own weights");
    const [engines] = of("StatefulSet");
    expect(engines.volumeClaimTemplates.map((claim: Manifest) => claim.metadata.name)).toEqual([
      "weights",
      "compile-cache",
    ]);
    expect(engines.template.spec.initContainers.map((container: { name: string }) => container.name)).toEqual([
      "fetch",
    ]);
    expect(of("Job")).toEqual([]);
    expect(of("PersistentVolumeClaim")).toEqual([]);
  });

  it("fetches nothing for a path, and does not tell the engine to stay offline", async () => {
    const of = await rendered("a path in an existing claim");
    const [engines] = of("StatefulSet");
    expect(of("Job")).toEqual([]);
    expect(engines.template.spec.initContainers).toBeUndefined();
    expect(JSON.stringify(engines)).not.toContain("HF_HUB_OFFLINE");
  });

  it("keeps words with dollars as they are", async () => {
    const [engines] = (await rendered("engine options"))("StatefulSet");
    const odd = engines.template.spec.containers[0].env.find((variable: { name: string }) => variable.name === "ODD");
    expect(odd.value).toBe("$$(HOME) $$USER");
  });

  it("merges overrides last", async () => {
    const of = await rendered("overrides");
    const engine = of("StatefulSet")[0].template.spec;
    expect([engine.schedulerName, engine.containers[0].imagePullPolicy]).toEqual(["volcano", "Always"]);
    const gateway = of("Deployment")[0].template.spec;
    expect(gateway.containers[0].resources.requests.cpu).toBe("2");
    expect(gateway.containers[0].resources.limits.memory).toMatch(/^\d+Mi$/);
  });

  it("makes no policies where the platform wants none, and lets only gateway and Prometheus in where it does", async () => {
    expect((await rendered("a platform of its own"))("NetworkPolicy")).toEqual([]);
    const policies = (await rendered("minimal"))("NetworkPolicy");
    const engines = policies.find(
      (policy) => policy.podSelector.matchLabels["app.kubernetes.io/component"] === "engine",
    );
    expect(engines.ingress).toHaveLength(1);
    expect(engines.ingress[0].from).toHaveLength(2);
  });

  it("waits for its rollout with a patch that says nothing new, one for each pod template", async () => {
    const patch = async (over: Partial<sonar.ReplicatedServiceArgs> = {}) => {
      const args = { ...argsOf(variants.minimal as (typeof variants)[string]), ...over };
      const { resources } = await deploy(() => void new sonar.ReplicatedService("qwen3", args));
      const [set, made] = ["StatefulSet", "StatefulSetPatch"].map((kind) =>
        resources.find(({ type }) => type === `kubernetes:apps/v1:${kind}`),
      );
      if (!set || !made) throw new Error("no patch");
      expect(made.options.dependsOn).toContain(set.urn);
      const { name, namespace, labels } = set.inputs.metadata as Record<string, unknown>;
      expect(made.inputs.metadata).toEqual({ name, namespace, labels });
      return made.options.replacementTrigger;
    };
    const first = await patch();
    expect(first).toMatch(/^[0-9a-f]{16}$/);
    expect(await patch({ replicas: 3 })).toBe(first);
    expect(await patch({ engine: { extraArgs: { seed: 7 } } })).not.toBe(first);
  });

  it("asks for the GPU resource that the nodes have", async () => {
    const [engines] = (await rendered("a platform of its own"))("StatefulSet");
    expect(engines.template.spec.containers[0].resources.limits).toEqual({ "nvidia.com/mig-3g.40gb": "1" });
  });
});

describe("what several services share", () => {
  const platform = sonar.kubernetes({ nodes: {} });
  const image = "registry.example.com/aphrodite:0.24.1";
  const model = { source: "Qwen/Qwen3-8B" };
  const cache = { kind: "storage-class", storageClass: "efs", accessMode: "ReadWriteMany" } as const;

  it("is made once: weights and keys", async () => {
    const { resources } = await deploy(() => {
      const modelCache = new sonar.ModelCache("weights", { platform, image, model, cache });
      const apiKeys = new sonar.ApiKeys("team", { platform, clients: ["web"] });
      for (const name of ["chat", "batch"])
        new sonar.ReplicatedService(name, { platform, image, model, modelCache, apiKeys, replicas: 2 });
    });
    const count = (type: string) => resources.filter((resource) => resource.type === type).length;
    expect([
      count("kubernetes:batch/v1:Job"),
      count("kubernetes:core/v1:PersistentVolumeClaim"),
      count("random:index/randomPassword:RandomPassword"),
    ]).toEqual([1, 1, 2]);
    expect(count("kubernetes:apps/v1:StatefulSet")).toBe(2);
  });

  it("must be the weights of the model that is served", async () => {
    const found = await refusal(() => {
      const modelCache = new sonar.ModelCache("weights", { platform, image, model, cache });
      new sonar.ReplicatedService("chat", { platform, image, model: { source: "Qwen/Qwen3-4B" }, modelCache });
    });
    expect(found).toContain("modelCache  holds Qwen/Qwen3-8B@main, but the service serves Qwen/Qwen3-4B@main.");
  });

  it("must be a volume that several nodes can mount", async () => {
    const found = await refusal(
      () => new sonar.ModelCache("weights", { platform, image, model, cache: { kind: "ephemeral" } }),
    );
    expect(found).toContain(
      'ModelCache "weights" cannot be planned:\n  cache  a cache for several services needs a volume that many nodes can mount.',
    );
  });

  it("must have clients with names of their own", async () => {
    expect(await refusal(() => new sonar.ApiKeys("team", { platform, clients: ["a", "a"] }))).toContain(
      '"a" stands there twice',
    );
  });
});
