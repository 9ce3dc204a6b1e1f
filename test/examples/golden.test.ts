import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { routerBundle } from "@sonar-iac/router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { withCrds } from "../kubernetes/crds";
import { awsGolden, awsResources } from "./aws";
import { reviewedFolder } from "./reviewed";
import { examples, type Outcome, root, sonar } from "./sonar";

/** Kubernetes' own kinds, and those of the operators that the examples need. */
const validateManifest = withCrds(join(root, "test/kubernetes/crds"));

/** Examples that make a bucket, whose name is in the engines' command line. */
const waitsForBucket = ["kv-cache-s3"];

type PolicyFinding = { status?: string; message: string };
const isOpen = ({ message }: PolicyFinding) => message.includes("known only after deployment");

/** Whether a workload is a KV cache's own. */
const isOfCache = ({ metadata }: { metadata: { labels?: Record<string, string> } }) =>
  metadata.labels?.["app.kubernetes.io/component"]?.startsWith("kv-") ?? false;

/** What each example creates, as reviewed YAML; `npm run golden` writes it anew. */
describe.each(examples)("example $name", ({ name, folder }) => {
  const golden = join(root, "test/golden", name);
  const out = mkdtempSync(join(tmpdir(), `sonar-${name}-`));
  let run: Outcome;
  let files: string[];
  beforeAll(async () => {
    run = await sonar("preview", folder, "--json", "--out", out);
    files = readdirSync(out).filter((file) => file.endsWith(".yaml"));
  }, 60_000);
  afterAll(() => rmSync(out, { recursive: true }));

  const report = () => JSON.parse(run.stdout);
  const manifests = () => files.map((file) => parse(readFileSync(join(out, file), "utf8")));

  it("previews without an error", () => expect([run.code, report().errors]).toEqual([0, []]));

  it("breaks no rule of the policy pack, and leaves none open but what a bucket's name is in", () => {
    const { policyFindings } = report();
    expect(policyFindings.filter((one: PolicyFinding) => !isOpen(one) || !waitsForBucket.includes(name))).toEqual([]);
    // what is excepted must be there
    expect(policyFindings.length > 0).toBe(waitsForBucket.includes(name));
  });

  it("prints one JSON object whose totals agree with its resources and its plan", () => {
    const { resources, topology, totals } = report();
    expect(totals.resources).toBe(resources.length);
    const plans = Object.values(topology) as { totals: { gpus: number; pods: number } }[];
    expect(totals.gpus).toBe(plans.reduce((sum, plan) => sum + plan.totals.gpus, 0));
    const pods = manifests()
      .filter((m) => ["StatefulSet", "Deployment", "LeaderWorkerSet"].includes(m.kind) && !isOfCache(m))
      .reduce((sum, m) => sum + m.spec.replicas * (m.spec.leaderWorkerTemplate?.size ?? 1), 0);
    expect(totals.pods).toBe(pods);
  });

  it("is valid for Kubernetes 1.36, unknown fields refused", () => {
    expect(manifests().length).toBeGreaterThan(10);
    expect(
      manifests().flatMap((manifest) =>
        validateManifest(manifest).map((problem) => `${manifest.kind} ${manifest.metadata.name}: ${problem}`),
      ),
    ).toEqual([]);
  });

  it("creates what was reviewed", () => {
    expect(reviewedFolder(out)).toEqual(reviewedFolder(golden));
  });

  it("runs the whole router that the sources make, wherever it runs one", () => {
    const programs = manifests().flatMap((m) => (m.kind === "ConfigMap" ? (m.data["router.cjs"] ?? []) : []));
    const routers = manifests().filter((m) => m.kind === "Deployment" && m.metadata.name.endsWith("-router"));
    expect(programs).toEqual(routers.map(() => routerBundle().text));
  });

  it("asks AWS for what was reviewed", () => {
    const file = awsGolden(name);
    expect(awsResources(run.stdout)).toEqual(existsSync(file) ? readFileSync(file, "utf8") : undefined);
  });

  it("gives every engine a drain, a grace above it, its key by reference and its shared memory within the limit", () => {
    const pods = manifests().flatMap((manifest) => {
      const { kind, spec } = manifest;
      if (isOfCache(manifest)) return [];
      if (kind === "StatefulSet") return [spec.template.spec];
      if (kind !== "LeaderWorkerSet") return [];
      const { leaderTemplate, workerTemplate } = spec.leaderWorkerTemplate;
      return [leaderTemplate.spec, workerTemplate.spec];
    });
    expect(pods.length).toBeGreaterThan(0);
    for (const pod of pods) {
      const [engine] = pod.containers;
      const drain = Number(engine.args[engine.args.indexOf("--shutdown-timeout") + 1]);
      // a rank without an API has no preStop: it waits for the drain of the one that has
      const pause = Number(engine.lifecycle?.preStop.exec.command[3] ?? 0);
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(pause + drain);
      expect(engine.args.join(" ")).not.toMatch(/api-key/);
      const key = engine.env.find((variable: { name: string }) => variable.name === "APHRODITE_API_KEY");
      expect(Object.keys(key)).toEqual(["name", "valueFrom"]);
      const shm = Number.parseInt(
        pod.volumes.find((volume: { name: string }) => volume.name === "shm").emptyDir.sizeLimit,
        10,
      );
      const limit = engine.resources.limits.memory;
      if (limit !== undefined) expect(Number.parseInt(limit, 10)).toBeGreaterThan(shm);
      expect(engine.resources.limits["nvidia.com/gpu"]).toBe(engine.resources.requests["nvidia.com/gpu"]);
      expect(pod.enableServiceLinks).toBe(false);
    }
  });

  it("shows no secret", () => {
    const { resources } = report();
    const secrets = resources.filter((resource: { type: string }) => resource.type === "kubernetes:core/v1:Secret");
    expect(secrets.length).toBeGreaterThan(0);
    for (const { inputs } of secrets)
      expect(JSON.stringify(inputs.stringData)).toMatch(/^("\[secret\]"|\{("[^"]+":"\[secret\]",?)+\})$/);
  });
});
