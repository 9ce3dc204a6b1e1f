import { join } from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { describe, expect, it } from "vitest";
import { withCrds } from "../kubernetes/crds";
import { componentContract } from "./contract";
import { deploy, type Registration, unknown } from "./harness";
import { pdArgsOf, pdVariants } from "./pdVariants";

const validate = withCrds(join(__dirname, "../kubernetes/crds"));
const name = () => unknown() as pulumi.Output<string>;

/** Every argument that may be known only later, unknown. */
function later(args: sonar.PDDisaggregationArgs): sonar.PDDisaggregationArgs {
  const { platform, router, modelCache, huggingFaceToken, apiKeys } = args;
  return {
    ...args,
    image: name(),
    platform: { ...platform, namespace: name(), prometheusNamespace: name() },
    ...(router?.image !== undefined && { router: { ...router, image: name() } }),
    ...(huggingFaceToken && { huggingFaceToken: { secretName: name() } }),
    ...(apiKeys && { apiKeys: { ...apiKeys, existingSecret: { name: name() } } }),
    ...(modelCache && { modelCache: { ...modelCache, storageClass: name() } }),
  } as sonar.PDDisaggregationArgs;
}

describe.each(Object.entries(pdVariants))("PDDisaggregation with %s", (_, variant) => {
  componentContract(
    "qwen3",
    (opts) => new sonar.PDDisaggregation("qwen3", pdArgsOf(variant), opts),
    (opts) => new sonar.PDDisaggregation("qwen3", later(pdArgsOf(variant)), opts),
    { validate },
  );
});

/** What a variant registers. */
async function made(variant: string, over: Partial<sonar.PDDisaggregationArgs> = {}) {
  const found = pdVariants[variant];
  if (!found) throw new Error(`no variant "${variant}"`);
  const args = { ...pdArgsOf(found), ...over };
  const { resources } = await deploy(() => void new sonar.PDDisaggregation("qwen3", args));
  return (kind: string, logical: string): Registration & { spec: Json; metadata: Json } => {
    const one = resources.find(({ type, name: its }) => type.endsWith(`:${kind}`) && its === logical);
    if (!one) throw new Error(`no ${kind} ${logical}`);
    const { spec, metadata } = JSON.parse(JSON.stringify(one.inputs));
    return Object.assign(one, { spec, metadata });
  };
}
/** Manifests as they are parsed. */
type Json = ReturnType<typeof JSON.parse>;

const label = "sonar-iac/compatibility";

describe("engines that exchange KV caches", () => {
  it("are labelled with what they have in common, and found by it", async () => {
    const of = await made("minimal");
    const prefill = of("StatefulSet", "qwen3-prefill");
    const hash = prefill.spec.template.metadata.labels[label];
    expect(hash).toMatch(/^[0-9a-f]{10}$/);
    expect(prefill.spec.selector.matchLabels).not.toHaveProperty(label);
    const service = of("Service", "qwen3-prefill-compatible");
    expect(service.metadata.name).toBe(`qwen3-prefill-${hash}`);
    expect(service.metadata.labels).toMatchObject({ [label]: hash, "app.kubernetes.io/component": "prefill" });
    expect(service.spec).toMatchObject({
      publishNotReadyAddresses: true,
      selector: { [label]: hash, "app.kubernetes.io/component": "prefill", "app.kubernetes.io/instance": "qwen3" },
    });
    expect(prefill.options.dependsOn).toContain(service.urn);
    const governing = of("Service", "qwen3-prefill");
    expect(governing.metadata.labels).not.toHaveProperty(label);
    expect([governing.metadata.name, prefill.spec.serviceName]).toEqual(["qwen3-prefill", "qwen3-prefill"]);
    expect(of("StatefulSet", "qwen3-decode").spec.template.metadata.labels[label]).toBe(hash);
  });

  it("get a new Service beside the old one when that changes, under the same logical name", async () => {
    const service = async (over: Partial<sonar.PDDisaggregationArgs>) =>
      (await made("minimal", over))("Service", "qwen3-decode-compatible");
    // one after the other: the mocks are the process's own
    const first = await service({});
    const same = await service({ admission: { perEngine: 3 } });
    const image = await service({ image: "registry.example.com/aphrodite:next" });
    const option = await service({ engine: { kvCacheDtype: "fp8" } });
    const names = [first, same, image, option].map((one) => one.metadata.name);
    expect(names[1]).toBe(names[0]);
    expect(new Set(names).size).toBe(3);
    // an image that overrides the service's is what counts
    const side = { container: { image: "registry.example.com/aphrodite:next" } };
    expect((await service({ overrides: { prefill: side, decode: side } })).metadata.name).toBe(names[2]);
    expect(image.urn).toBe(first.urn);
    // a name that changes is replaced new first, unless somebody asks for the contrary; the old one goes with the pool's Service
    expect(image.options.deleteBeforeReplace).not.toBe(true);
    expect(image.options.retainOnDelete).toBe(true);
    expect(image.metadata.ownerReferences).toMatchObject([{ kind: "Service", name: "qwen3-decode" }]);
  }, 120_000);

  it("tell each other their pod's address, and one port for all", async () => {
    const of = await made("its own ports and image");
    for (const side of ["prefill", "decode"]) {
      const [engine] = of("StatefulSet", `qwen3-${side}`).spec.template.spec.containers;
      const variable = (its: string) => engine.env.find((one: Json) => one.name === its);
      expect(variable("APHRODITE_NIXL_SIDE_CHANNEL_HOST").valueFrom.fieldRef.fieldPath).toBe("status.podIP");
      expect(variable("APHRODITE_NIXL_SIDE_CHANNEL_PORT").value).toBe("6000");
      expect(engine.ports.map((port: Json) => port.containerPort)).toEqual([2242, 6000]);
    }
  });

  it("are asked for their counterparts when they start", async () => {
    const of = await made("a platform of its own");
    const [engine] = of("StatefulSet", "qwen3-prefill").spec.template.spec.containers;
    const hash = of("StatefulSet", "qwen3-prefill").spec.template.metadata.labels[label];
    expect(engine.startupProbe.exec.command.slice(-2)).toEqual([
      "qwen3-decode.llm.svc.corp.local",
      `qwen3-decode-${hash}.llm.svc.corp.local`,
    ]);
  });

  it("may span nodes: its pods share an id that their group makes at each start, and the adapters of their nodes", async () => {
    const of = await made("prefill over two nodes");
    const set = of("LeaderWorkerSet", "qwen3-prefill");
    const { leaderTemplate, workerTemplate } = set.spec.leaderWorkerTemplate;
    for (const { metadata, spec } of [leaderTemplate, workerTemplate]) {
      const [engine] = spec.containers;
      const transfer = JSON.parse(engine.args[engine.args.indexOf("--kv-transfer-config") + 1]);
      // Kubernetes leaves it to the supervisor
      expect(transfer.engine_id).toBe("$$(SONAR_GROUP_ID)");
      expect(metadata.labels[label]).toMatch(/^[0-9a-f]{10}$/);
      expect(engine.env).toContainEqual({ name: "NCCL_SOCKET_IFNAME", value: "eth1" });
      expect(spec.schedulerName).toBe("volcano");
      expect(engine.resources.limits).toMatchObject({ "rdma/hca": "8", "hugepages-2Mi": "5120Mi" });
    }
    const first = { "leaderworkerset.sigs.k8s.io/worker-index": "0" };
    expect(of("Service", "qwen3-prefill-compatible").spec.selector).toMatchObject(first);
    const { ingress } = of("NetworkPolicy", "qwen3-prefill").spec;
    const pods = ingress.map(({ from }: Json) => from[0].podSelector.matchLabels["app.kubernetes.io/component"]);
    expect(pods).toEqual(["router", "decode", "prefill"]);
  });

  it("are reached by the router, Prometheus and each other alone", async () => {
    const of = await made("minimal");
    const { ingress } = of("NetworkPolicy", "qwen3-prefill").spec;
    const component = "app.kubernetes.io/component";
    const pods = ingress.map(({ from }: Json) => from.map((one: Json) => one.podSelector?.matchLabels[component]));
    expect(pods).toEqual([["router", undefined], ["decode"]]);
    expect(ingress.map(({ ports }: Json) => ports)).toEqual([
      [{ protocol: "TCP", port: 2242 }],
      [{ protocol: "TCP", port: 1, endPort: 65535 }],
    ]);
  });

  it("are both written before either rollout is waited for", async () => {
    const of = await made("minimal");
    const sets = ["prefill", "decode"].map((side) => of("StatefulSet", `qwen3-${side}`).urn);
    for (const side of ["prefill", "decode"])
      expect(of("StatefulSetPatch", `qwen3-${side}-rollout`).options.dependsOn).toEqual(expect.arrayContaining(sets));
  });

  it("have nodes of their own where they are given any", async () => {
    const of = await made("nodes of their own");
    const pod = (side: string) => of("StatefulSet", `qwen3-${side}`).spec.template.spec;
    expect([pod("prefill").nodeSelector, pod("decode").nodeSelector]).toEqual([
      { pool: "compute" },
      { pool: "memory" },
    ]);
    expect(pod("prefill").containers[0].resources.limits).toMatchObject({ "nvidia.com/mig-3g.40gb": "1" });
    expect(pod("decode").containers[0].resources.limits).toMatchObject({ "nvidia.com/gpu": "1" });
  });
});

describe("the router", () => {
  it("reads EndpointSlices of its namespace, and nothing else", async () => {
    const of = await made("minimal");
    expect(of("Role", "qwen3-router").inputs.rules).toEqual([
      { apiGroups: ["discovery.k8s.io"], resources: ["endpointslices"], verbs: ["get", "list", "watch"] },
    ]);
    expect(of("RoleBinding", "qwen3-router").inputs.subjects).toEqual([
      { kind: "ServiceAccount", name: "qwen3-router", namespace: "default" },
    ]);
    expect(of("Deployment", "qwen3-router").spec.template.spec.automountServiceAccountToken).toBe(true);
    expect(of("Deployment", "qwen3-gateway").spec.template.spec.automountServiceAccountToken).toBe(false);
  });

  it("has its program and its configuration in ConfigMaps that Pulumi names", async () => {
    const of = await made("its own ports and image");
    const config = JSON.parse((of("ConfigMap", "qwen3-router-config").inputs.data as Json)["config.json"]);
    expect(config).toMatchObject({
      listen: { port: 9000 },
      metrics: { port: 9001 },
      alive: { port: 9002 },
      discovery: { selector: `app.kubernetes.io/instance=qwen3,${label}`, namespace: "default" },
      transfer: { mode: "pull", leaseSeconds: 60 },
    });
    for (const role of ["program", "config"])
      expect(of("ConfigMap", `qwen3-router-${role}`).metadata).not.toHaveProperty("name");
  });

  it("stands where the gateway looks, which asks it whether it is ready", async () => {
    const of = await made("minimal");
    const text = (of("ConfigMap", "qwen3-gateway").inputs.data as Json)["haproxy.cfg"];
    expect(text).toContain("_http._tcp.qwen3-router.default.svc.cluster.local");
    expect(text).toContain("uri '/ready'");
    expect(text).not.toContain("http-response del-header x-sonar-reason");
    const [container] = of("Deployment", "qwen3-router").spec.template.spec.containers;
    expect(container.readinessProbe.httpGet.path).toBe("/ready");
    expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
  });

  it("is waited for once there are engines to pair", async () => {
    const of = await made("minimal");
    const sets = ["prefill", "decode"].map((side) => of("StatefulSet", `qwen3-${side}`).urn);
    expect(of("Deployment", "qwen3-router").options.dependsOn).toEqual(expect.arrayContaining(sets));
  });

  it("may be vllm-router, whose command line has no key", async () => {
    const of = await made("vllm-router");
    const { spec } = of("Deployment", "qwen3-router").spec.template;
    const [container] = spec.containers;
    const words = container.command.join(" ");
    expect(words).toContain(
      "--prefill-selector app.kubernetes.io/instance=qwen3 app.kubernetes.io/component=prefill --decode-selector app.kubernetes.io/instance=qwen3 app.kubernetes.io/component=decode",
    );
    expect(words).toContain("--service-discovery-namespace default --service-discovery-port 2242");
    expect(words).not.toContain("api-key");
    expect(container.env).toEqual([expect.objectContaining({ name: "OPENAI_API_KEY", valueFrom: expect.anything() })]);
    expect(of("Role", "qwen3-router").inputs.rules).toEqual([
      { apiGroups: [""], resources: ["pods"], verbs: ["get", "list", "watch"] },
    ]);
    expect((of("ConfigMap", "qwen3-gateway").inputs.data as Json)["haproxy.cfg"]).toContain("uri '/readiness'");
  });

  it("may be the development proxy in a test, without rights and without metrics", async () => {
    const of = await made("the development proxy");
    const { spec } = of("Deployment", "qwen3-router").spec.template;
    expect(spec.automountServiceAccountToken).toBe(false);
    expect(spec.containers[0].command).toEqual(
      expect.arrayContaining(["--prefill-url", "http://qwen3-prefill.default.svc.cluster.local:2242/v1/completions"]),
    );
    expect(() => of("Role", "qwen3-router")).toThrow("no Role");
  });
});

describe("overrides", () => {
  it("reach each child", async () => {
    const of = await made("overrides");
    const pod = (kind: string, child: string) => of(kind, child).spec.template.spec;
    expect(pod("StatefulSet", "qwen3-prefill").schedulerName).toBe("volcano");
    expect(pod("StatefulSet", "qwen3-decode").containers[0].imagePullPolicy).toBe("Always");
    expect(pod("Deployment", "qwen3-router").containers[0].resources.requests.cpu).toBe("3");
    expect(pod("Deployment", "qwen3-gateway").priorityClassName).toBe("gateway");
  });
});
