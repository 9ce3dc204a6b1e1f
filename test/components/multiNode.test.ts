import { join } from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { describe, expect, it } from "vitest";
import { withCrds } from "../kubernetes/crds";
import { componentContract } from "./contract";
import { deploy, type Registration, unknown } from "./harness";
import { multiNodeArgsOf, multiNodeVariants } from "./multiNodeVariants";

const validate = withCrds(join(__dirname, "../kubernetes/crds"));
const name = () => unknown() as pulumi.Output<string>;

/** Every argument that may be known only later, unknown. */
function later(args: sonar.MultiNodePipelineArgs): sonar.MultiNodePipelineArgs {
  const { platform, modelCache } = args;
  return {
    ...args,
    image: name(),
    platform: { ...platform, namespace: name(), prometheusNamespace: name() },
    ...(modelCache && { modelCache: { ...modelCache, storageClass: name() } }),
  } as sonar.MultiNodePipelineArgs;
}

describe.each(Object.entries(multiNodeVariants))("MultiNodePipeline with %s", (_, variant) => {
  componentContract(
    "big",
    (opts) => new sonar.MultiNodePipeline("big", multiNodeArgsOf(variant), opts),
    (opts) => new sonar.MultiNodePipeline("big", later(multiNodeArgsOf(variant)), opts),
    { validate },
  );
});

/** Manifests as they are parsed. */
type Json = ReturnType<typeof JSON.parse>;

/** What a variant registers. */
async function made(variant: string, over: Partial<sonar.MultiNodePipelineArgs> = {}) {
  const found = multiNodeVariants[variant];
  if (!found) throw new Error(`no variant "${variant}"`);
  const args = { ...multiNodeArgsOf(found), ...over };
  const { resources } = await deploy(() => void new sonar.MultiNodePipeline("big", args));
  return (kind: string, logical: string): Registration & { spec: Json; metadata: Json } => {
    const one = resources.find(({ type, name: its }) => type.endsWith(`:${kind}`) && its === logical);
    if (!one) throw new Error(`no ${kind} ${logical}`);
    const { spec, metadata } = JSON.parse(JSON.stringify(one.inputs));
    return Object.assign(one, { spec, metadata });
  };
}

const groups = async (variant: string, over: Partial<sonar.MultiNodePipelineArgs> = {}) =>
  (await made(variant, over))("LeaderWorkerSet", "big-serve");
const engineOf = (template: Json) => template.spec.containers.find((one: Json) => one.name === "engine");

describe("an engine of several pods", () => {
  it("is a group that is made anew when a pod of it is lost, and replaced one at a time", async () => {
    const { spec } = await groups("four nodes of eight GPUs");
    expect(spec).toMatchObject({ replicas: 2, startupPolicy: "LeaderCreated" });
    expect(spec.leaderWorkerTemplate).toMatchObject({ size: 4, restartPolicy: "RecreateGroupOnPodRestart" });
    expect(spec.rolloutStrategy.rollingUpdateConfiguration).toEqual({ maxUnavailable: 1, maxSurge: 0 });
  });

  it("has one command and one environment, but for what tells its pods apart", async () => {
    const { spec } = await groups("four nodes of eight GPUs");
    const [leader, worker] = ["leaderTemplate", "workerTemplate"].map((its) =>
      engineOf(spec.leaderWorkerTemplate[its]),
    );
    expect(worker.env).toEqual(leader.env);
    expect(worker.args.filter((word: string) => word !== "--headless")).toEqual(leader.args);
    const at = leader.args.indexOf("--node-rank");
    expect(leader.args.slice(at, at + 4)).toEqual([
      "--node-rank",
      "$(LWS_WORKER_INDEX)",
      "--master-addr",
      "$(LWS_LEADER_ADDRESS)",
    ]);
    for (const variable of ["NCCL_SOCKET_IFNAME", "GLOO_SOCKET_IFNAME"])
      expect(leader.env).toContainEqual({ name: variable, value: "eth0" });
    expect(leader.env).toContainEqual({ name: "APHRODITE_PP_LAYER_PARTITION", value: "18,20,20,20" });
  });

  it("is reached, probed and drained in its first pod alone", async () => {
    const of = await made("four nodes of eight GPUs");
    const { leaderTemplate, workerTemplate } = of("LeaderWorkerSet", "big-serve").spec.leaderWorkerTemplate;
    const served = ["startupProbe", "readinessProbe", "livenessProbe", "lifecycle"];
    for (const part of served) expect([part, part in engineOf(leaderTemplate)]).toEqual([part, true]);
    // one that loads is the supervisor's to end
    expect(engineOf(leaderTemplate).lifecycle.preStop.exec.command.at(-1)).toBe("0");
    for (const part of served) expect([part, part in engineOf(workerTemplate)]).toEqual([part, false]);
    const first = { "leaderworkerset.sigs.k8s.io/worker-index": "0" };
    expect(of("Service", "big-serve").spec.selector).toMatchObject(first);
    // the eviction of any pod ends its group: while one is down, none of another may go
    const { maxUnavailable, selector } = of("PodDisruptionBudget", "big-serve").spec;
    expect(maxUnavailable).toBe(1);
    expect(selector.matchLabels).toEqual({
      "app.kubernetes.io/component": "engine",
      "app.kubernetes.io/instance": "big",
    });
  });

  it("lets its own pods in on every port, and nobody else", async () => {
    const { ingress, podSelector } = (await made("minimal"))("NetworkPolicy", "big-serve").spec;
    const component = "app.kubernetes.io/component";
    expect(podSelector.matchLabels[component]).toBe("engine");
    expect(ingress.map(({ from }: Json) => from.map((one: Json) => one.podSelector?.matchLabels[component]))).toEqual([
      ["gateway", undefined],
      ["engine"],
    ]);
    expect(ingress.map(({ ports }: Json) => ports)).toEqual([
      [{ protocol: "TCP", port: 2242 }],
      [{ protocol: "TCP", port: 1, endPort: 65535 }],
    ]);
  });

  it("of another layout stands beside the old one", async () => {
    const first = await groups("minimal");
    const other = await groups("minimal", { nodesPerReplica: 4, parallelism: { pipeline: 4 } });
    const more = await groups("minimal", { replicas: 3 });
    expect(more.metadata.name).toBe(first.metadata.name);
    // the claims of a set are its StatefulSets', which cannot be changed
    const claims = await groups("minimal", { compileCache: { kind: "claim-per-pod", sizeGiB: 40 } });
    expect(new Set([first, other, claims].map(({ metadata }) => metadata.name)).size).toBe(3);
    expect(other.urn).toBe(first.urn);
    expect(other.options.deleteBeforeReplace).not.toBe(true);
  }, 60_000);

  it("has no probe in a pod without an API, whatever is laid over the engine's container", async () => {
    const container = { startupProbe: { failureThreshold: 900 }, lifecycle: {}, imagePullPolicy: "Always" };
    const { spec } = await groups("minimal", { overrides: { engine: { container } } });
    const [leader, worker] = ["leaderTemplate", "workerTemplate"].map((its) =>
      engineOf(spec.leaderWorkerTemplate[its]),
    );
    expect(leader.startupProbe).toMatchObject({ failureThreshold: 900, exec: {} });
    expect([worker.startupProbe, worker.lifecycle, worker.imagePullPolicy]).toEqual([undefined, undefined, "Always"]);
  });

  it("has a node for each pod, leaves one that is lost after half a minute, and prefers one zone", async () => {
    const { spec } = await groups("minimal");
    for (const its of ["leaderTemplate", "workerTemplate"]) {
      const pod = spec.leaderWorkerTemplate[its].spec;
      const lost = pod.tolerations.filter(({ effect }: Json) => effect === "NoExecute");
      expect(lost.map(({ tolerationSeconds }: Json) => tolerationSeconds)).toEqual([30, 30]);
      const [apart] = pod.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution;
      expect(apart).toMatchObject({ topologyKey: "kubernetes.io/hostname", matchLabelKeys: [expect.any(String)] });
      const [{ podAffinityTerm }] = pod.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution;
      expect(podAffinityTerm).toMatchObject({ matchLabelKeys: ["leaderworkerset.sigs.k8s.io/group-key"] });
    }
  });

  it("may have a rack for itself, and a scheduler that places all of it or nothing", async () => {
    const { spec, metadata } = await groups("a rack and a scheduler of its own");
    expect(metadata.annotations["leaderworkerset.sigs.k8s.io/exclusive-topology"]).toBe("example.com/rack");
    for (const its of ["leaderTemplate", "workerTemplate"]) {
      expect(spec.leaderWorkerTemplate[its].spec).toMatchObject({
        schedulerName: "volcano",
        priorityClassName: "serving",
      });
      expect(engineOf(spec.leaderWorkerTemplate[its]).imagePullPolicy).toBe("Always");
    }
  });

  it("is waited for until all groups are of this release: the old ones of another layout go then", async () => {
    const waits = async (variant: string) => (await groups(variant)).metadata.annotations?.["pulumi.com/waitFor"];
    expect(JSON.parse(await waits("four nodes of eight GPUs"))).toEqual([
      "condition=Available",
      "jsonpath={.status.updatedReplicas}=2",
    ]);
    expect(JSON.parse(await waits("a platform of its own"))).toHaveLength(2);
  });
});

describe("data parallel ranks", () => {
  it("with an API each are all reached", async () => {
    const of = await made("an API for each data parallel rank");
    const { leaderTemplate, workerTemplate } = of("LeaderWorkerSet", "big-serve").spec.leaderWorkerTemplate;
    expect(engineOf(workerTemplate).readinessProbe).toEqual(engineOf(leaderTemplate).readinessProbe);
    expect(of("Service", "big-serve").spec.selector).not.toHaveProperty("leaderworkerset.sigs.k8s.io/worker-index");
    const { args } = engineOf(workerTemplate);
    expect(args[args.indexOf("--data-parallel-rank") + 1]).toBe("$(LWS_WORKER_INDEX)");
  });

  it("with several APIs in a pod have a record for each, and are ready when the engine's supervisor says so", async () => {
    const of = await made("several APIs in each pod");
    expect(of("Service", "big-serve").spec.ports.map(({ name: its, port }: Json) => [its, port])).toEqual([
      ["http", 2242],
      ["http-1", 2243],
      ["http-2", 2244],
      ["http-3", 2245],
    ]);
    const { readinessProbe } = engineOf(of("LeaderWorkerSet", "big-serve").spec.leaderWorkerTemplate.workerTemplate);
    expect(readinessProbe.httpGet).toEqual({ path: "/readyz", port: 9256 });
    const gateway = of("ConfigMap", "big-gateway").inputs as { data: Record<string, string> };
    expect(gateway.data["haproxy.cfg"]?.match(/_http(-\d)?\._tcp\.big-serve/g)).toHaveLength(4);
  });
});
