import { join } from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { describe, expect, it } from "vitest";
import { withCrds } from "../../kubernetes/crds";
import { componentContract } from "../contract";
import { deploy, refusal } from "../harness";
import { image, model } from "./variants";

const validate = withCrds(join(__dirname, "../../kubernetes/crds"));
const platform = sonar.kubernetes({ nodes: { gpusPerNode: 8 } });
const cacheOf = (backend: sonar.KVCacheBackendArgs, opts: pulumi.ComponentResourceOptions) =>
  new sonar.ExternalKVCache("prefixes", { platform, image, model, backend }, opts);

const mooncake: sonar.KVCacheBackendArgs = { kind: "mooncake", memoryGiB: 64, nodes: 2 };
const embedded: sonar.KVCacheBackendArgs = { kind: "mooncake", mode: "embedded", memoryGiB: 32 };

const apart = (backend: sonar.KVCacheBackendArgs, opts: pulumi.ComponentResourceOptions = {}) =>
  new sonar.PDDisaggregation(
    "qwen3",
    { platform, image, model, prefill: { replicas: 2 }, decode: { replicas: 2 }, kvCache: cacheOf(backend, opts) },
    opts,
  );

const groups = (backend: sonar.KVCacheBackendArgs, opts: pulumi.ComponentResourceOptions = {}) =>
  new sonar.MultiNodePipeline(
    "big",
    {
      platform,
      image,
      model: { ...model, layers: 36 },
      replicas: 2,
      nodesPerReplica: 2,
      parallelism: { tensor: 8, pipeline: 2 },
      kvCache: cacheOf(backend, opts),
      modelCache: { kind: "storage-class", storageClass: "lustre", accessMode: "ReadWriteMany" },
    },
    opts,
  );

describe.each([
  ["PDDisaggregation with Mooncake", (opts: pulumi.ComponentResourceOptions) => void apart(mooncake, opts)],
  ["MultiNodePipeline with Mooncake", (opts: pulumi.ComponentResourceOptions) => void groups(mooncake, opts)],
])("%s", (name, make) => componentContract(name, make, make, { validate }));

/** Manifests as they are parsed. */
type Json = ReturnType<typeof JSON.parse>;

async function made(program: () => unknown) {
  const { resources } = await deploy(() => void program());
  return (kind: string, logical: string): Json => {
    const one = resources.find(({ type, name }) => type.endsWith(`:${kind}`) && name === logical);
    if (!one) throw new Error(`no ${kind} ${logical}`);
    return { ...JSON.parse(JSON.stringify(one.inputs)), options: one.options, urn: one.urn };
  };
}
const label = "sonar-iac/kv-cache";
const configOf = (container: Json) => JSON.parse(container.args[container.args.indexOf("--kv-transfer-config") + 1]);

describe("prefill and decode apart with a store", () => {
  it("give prefill both ways, one after the other, and its file, label and order", async () => {
    const of = await made(() => apart(mooncake));
    const { spec, options } = of("StatefulSet", "qwen3-prefill");
    const { kv_connector, kv_connector_extra_config } = configOf(spec.template.spec.containers[0]);
    expect(kv_connector).toBe("MultiConnector");
    const children = kv_connector_extra_config.connectors.map((child: Json) => child.kv_connector);
    expect(children).toEqual(["NixlConnector", "MooncakeStoreConnector"]);
    expect(spec.template.metadata.labels[label]).toBe("prefixes");
    expect(of("ConfigMap", "qwen3-prefill-kv-cache").data["mooncake.json"]).toContain("prefixes-master.default.svc");
    expect(options.dependsOn).toContain(of("Deployment", "prefixes-master").urn);
  });

  it("open engines to each other for lent memory where the plan gives them the store", async () => {
    const of = await made(() => apart(embedded));
    const rules = of("NetworkPolicy", "qwen3-prefill").spec.ingress;
    expect(rules).toContainEqual(
      expect.objectContaining({ from: [{ podSelector: { matchLabels: { [label]: "prefixes" } } }] }),
    );
  });
});

describe("ranks of one engine with a store", () => {
  it("all have the file and the label", async () => {
    const of = await made(() => groups(mooncake));
    const { leaderTemplate, workerTemplate } = of("LeaderWorkerSet", "big-serve").spec.leaderWorkerTemplate;
    for (const { metadata, spec } of [leaderTemplate, workerTemplate]) {
      expect(metadata.labels[label]).toBe("prefixes");
      expect(configOf(spec.containers[0]).kv_connector).toBe("MooncakeStoreConnector");
      const mounts = [...spec.containers, ...spec.initContainers].map(({ volumeMounts }: Json) =>
        volumeMounts.some(({ subPath }: Json) => subPath === "mooncake.json"),
      );
      expect(mounts).toEqual(mounts.map(() => true));
    }
  });
});

describe("several services with one cache", () => {
  it("are told of the same store", async () => {
    const of = await made(() => {
      const kvCache = cacheOf(mooncake, {});
      for (const name of ["chat", "batch"])
        new sonar.ReplicatedService(name, { platform, image, model, replicas: 2, kvCache });
    });
    const [chat, batch] = ["chat", "batch"].map((name) => of("StatefulSet", `${name}-serve`).spec.template);
    expect(configOf(chat.spec.containers[0])).toEqual(configOf(batch.spec.containers[0]));
    expect(of("ConfigMap", "chat-serve-kv-cache").data).toEqual(of("ConfigMap", "batch-serve-kv-cache").data);
    expect([chat, batch].map(({ metadata }) => metadata.labels[label])).toEqual(["prefixes", "prefixes"]);
  });
});

describe("variables from Secrets", () => {
  it.each([
    ["MC_RPC_TIMEOUT_MS", "kvCache: backend.timeouts of the cache"],
    ["MC_MAX_RPC_PORT", "kvCache: network policies let Mooncake's own ports through"],
  ])("are not those that a cache sets: %s", async (variable, owner) => {
    const message = await refusal(
      () =>
        new sonar.ReplicatedService("qwen3", {
          platform,
          image,
          model,
          kvCache: cacheOf(mooncake, {}),
          secretEnvironment: { [variable]: { secretName: "own" } },
        }),
    );
    expect(message).toContain(`is set by ${owner}`);
  });
});
