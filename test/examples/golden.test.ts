import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { validateManifest } from "../kubernetes/validate";
import { examples, type Outcome, root, sonar } from "./sonar";

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

  it("prints one JSON object whose totals agree with its resources and its plan", () => {
    const { resources, topology, totals } = report();
    expect(totals.resources).toBe(resources.length);
    const plans = Object.values(topology) as { totals: { gpus: number; pods: number } }[];
    expect(totals.gpus).toBe(plans.reduce((sum, plan) => sum + plan.totals.gpus, 0));
    const pods = manifests()
      .filter((m) => ["StatefulSet", "Deployment"].includes(m.kind))
      .reduce((sum, m) => sum + m.spec.replicas, 0);
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
    const read = (at: string) =>
      Object.fromEntries(
        readdirSync(at)
          .filter((file) => file.endsWith(".yaml"))
          .map((file) => [file, readFileSync(join(at, file), "utf8")]),
      );
    expect(read(out)).toEqual(read(golden));
  });

  it("gives every engine a drain, a grace above it, its key by reference and its shared memory within the limit", () => {
    const pods = manifests()
      .filter((m) => m.kind === "StatefulSet")
      .map((m) => m.spec.template.spec);
    expect(pods.length).toBeGreaterThan(0);
    for (const pod of pods) {
      const [engine] = pod.containers;
      const drain = Number(engine.args[engine.args.indexOf("--shutdown-timeout") + 1]);
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(
        Number(engine.lifecycle.preStop.exec.command.at(-1)) + drain,
      );
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
