import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixture, SPAWN, sonar } from "../../test-fixtures/sonar";
import type { Report } from "../preview/report";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sonar-policy-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A preview of the hand-written program under a policy configuration. */
async function preview(policy: object | string, ...args: string[]) {
  const file = join(folder, "policy.json");
  writeFileSync(file, typeof policy === "string" ? policy : JSON.stringify(policy));
  return sonar("preview", fixture("hand-written"), "--policy-config", file, ...args);
}

describe("rules in a preview", () => {
  it("refuse a program, in the pack's words and with exit status 2", SPAWN, async () => {
    const { status, stdout, stderr } = await preview({});
    expect([status, stderr]).toEqual([2, ""]);
    expect(stdout).toMatchInlineSnapshot(`
      "Refused by policy
        no-key-in-clear  Deployment qwen
          --api-key at spec.template.spec.containers[0].args[0] in qwen shows a key in the command line. Take it out, and give APHRODITE_API_KEY by valueFrom.secretKeyRef.
        network-policy-present  Deployment qwen
          no NetworkPolicy of this stack selects the pods of qwen: every pod of the cluster reaches the engine, whose /metrics and health routes ask for no key. Add one with policyTypes [Ingress].
        grace-outlasts-drain  Deployment qwen
          --shutdown-timeout is 0, so that each stop aborts running requests. Set it above your longest request, for example --shutdown-timeout 605.

      Advice of policy
        image-pinned-by-digest  Deployment qwen
          registry.example.com/aphrodite:0.24.1 is not pinned: its tag may point to another image tomorrow. Append @sha256: and the digest.
        disruption-budget  Deployment qwen
          no PodDisruptionBudget of this stack selects the pods of qwen: a node upgrade may evict all at once. Add one with maxUnavailable: 1.

      2 resources to create: 1 Deployment, 1 Secret. No Sonar service among them. 5 policy findings.
      "
    `);
  });

  it("repeat no key, and leave open what is known later", SPAWN, async () => {
    const { status, stdout } = await preview({}, "--json", "--config", "later=true");
    const { policyFindings } = JSON.parse(stdout) as Report;
    expect(status).toBe(2);
    expect(JSON.stringify(policyFindings)).not.toContain("topsecret");
    expect(policyFindings.filter(({ open }) => open)).toEqual([
      {
        rule: "image-pinned-by-digest",
        level: "advisory",
        severity: "high",
        resource: expect.stringMatching(/^Deployment qwen/),
        urn: expect.stringMatching(/::kubernetes:apps\/v1:Deployment::qwen$/),
        message: "spec.template.spec.containers[0].image is known only after deployment",
        open: true,
      },
    ]);
  });

  it("are advice, or silent, where the configuration says so", SPAWN, async () => {
    const { status, stdout } = await preview({ all: "advisory", "grace-outlasts-drain": "disabled" }, "--json");
    const { policyFindings } = JSON.parse(stdout) as Report;
    expect(status).toBe(0);
    expect(new Set(policyFindings.map(({ level }) => level))).toEqual(new Set(["advisory"]));
    expect(policyFindings.map(({ rule }) => rule)).not.toContain("grace-outlasts-drain");
  });

  it("say what is wrong with their configuration", SPAWN, async () => {
    const wrong = await preview({ "two-replica": "mandatory", "gpu-budget": { budget: 1 } });
    expect([wrong.status, wrong.stdout]).toEqual([1, ""]);
    expect(wrong.stderr).toContain('"two-replica" is not a rule. Did you mean "two-replicas"?');
    expect(wrong.stderr).toContain("gpu-budget.budget is not a setting.");
    expect((await preview("{")).stderr).toContain("is not JSON");
  });
});
