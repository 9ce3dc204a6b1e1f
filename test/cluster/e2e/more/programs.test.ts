import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../host/command";
import { kubectl } from "../../host/kubectl";
import { repository, source } from "../../host/paths";
import * as images from "../../images/names";
import { Stack } from "../../pulumi/pulumi";
import { firstAnswer, gatewayAddress } from "../../scenario/client";
import { smallServices } from "../../scenario/service";
import { pods } from "../../scenario/workloads";

const minutes = 60_000;

/** What is left in a namespace, but for what Kubernetes puts into each. */
const left = async (namespace: string) => {
  const kinds =
    "all,configmaps,secrets,persistentvolumeclaims,networkpolicies,poddisruptionbudgets,serviceaccounts,ingresses";
  const names = await kubectl.run(["get", kinds, "--namespace", namespace, "--output", "name"]);
  return names
    .split("\n")
    .filter((name) => !["", "configmap/kube-root-ca.crt", "serviceaccount/default"].includes(name));
};

/** The stack whose configuration is the topology, with nothing of the tests in it. */
describe("the root stack", { timeout: 15 * minutes }, () => {
  const namespace = `root-${process.pid}`;
  const stack = new Stack(repository, namespace);
  const { image, model, replicas, maxRequestSeconds, engine, modelCache, compileCache, gateway } =
    smallServices.replicated;

  beforeAll(async () => {
    await kubectl.run(["create", "namespace", namespace]);
    await stack.init({
      name: "qwen3",
      image,
      model,
      replicas,
      maxRequestSeconds,
      engine,
      modelCache: { ...modelCache, deletion: "delete" },
      compileCache,
      gateway,
      platform: { kind: "kubernetes", namespace, nodes: { gpusPerNode: 8 } },
    });
    await stack.up();
  }, 10 * minutes);

  it("serves, and has nothing to change then", async () => {
    const { apiKeys, url } = await stack.outputs<{ apiKeys: Record<string, string>; url: string }>();
    expect(url).toBe(`http://qwen3.${namespace}.svc.cluster.local/v1`);
    const address = await gatewayAddress(namespace, "qwen3");
    expect(await firstAnswer(address, apiKeys.default as string)).toMatchObject({ status: 200 });
    expect(Object.keys((await stack.up(["--expect-no-changes"])).changes)).toEqual(["unchanged"]);
  });

  it("keeps no key in clear in its state", async () => {
    const { apiKeys } = await stack.outputs<{ apiKeys: Record<string, string> }>();
    expect(await stack.state()).not.toContain(apiKeys.default);
  });

  afterAll(async () => {
    await stack.destroy();
    stack.remove();
    // claims of a StatefulSet go a moment after it
    await until(`an empty namespace ${namespace}`, 60, async () => (await left(namespace)).length === 0);
    await kubectl.run(["delete", "namespace", namespace]);
  }, 10 * minutes);
});

/** The examples as they stand, but for the size of their pods. */
describe.each([
  { example: "quickstart", engines: 1 },
  { example: "replicated", engines: 3 },
])("example $example", { timeout: 15 * minutes }, ({ example, engines }) => {
  const stack = new Stack(join(source, "programs", "example"), `${example}-${process.pid}`);

  beforeAll(async () => {
    const storage = { kind: "StorageClass", apiVersion: "storage.k8s.io/v1", provisioner: "kubernetes.io/host-path" };
    await kubectl.apply([
      { apiVersion: "v1", kind: "Namespace", metadata: { name: "llm" } },
      { ...storage, metadata: { name: "efs" } },
    ]);
    await stack.init({ example, images: { engine: images.standIn, gateway: images.haproxy } });
    await stack.up();
  }, 10 * minutes);

  it("serves, and has nothing to change then", async () => {
    const outputs = await stack.outputs<{ apiKey?: string; apiKeys?: Record<string, string> }>();
    const key = outputs.apiKey ?? Object.values(outputs.apiKeys ?? {})[0];
    expect(await firstAnswer(await gatewayAddress("llm", "qwen3"), key as string)).toMatchObject({ status: 200 });
    expect(await pods("llm", "engine")).toHaveLength(engines);
    expect(Object.keys((await stack.preview(["--expect-no-changes"])).changes)).toEqual(["unchanged"]);
  });

  afterAll(async () => {
    await stack.destroy();
    stack.remove();
    await kubectl.run(["delete", "namespace", "llm"]);
    await kubectl.run(["delete", "storageclass", "efs"]);
  }, 10 * minutes);
});
