import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Stack } from "../cluster/pulumi/pulumi";
import { sonar } from "../examples/sonar";
import { pack, patience, policyStack } from "./pack";

/** `pulumi preview --policy-pack` of the real CLI, for one stack that is as it should be and one that is not. */
const folder = mkdtempSync(join(tmpdir(), "sonar-policy-"));
const stacks: Stack[] = [];
afterAll(() => {
  for (const stack of stacks) stack.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function open(program: string): Promise<Stack> {
  const stack = await policyStack(program);
  stacks.push(stack);
  return stack;
}

/** What the CLI says of a stack under a configuration of the pack, and whether it goes on. */
async function preview(stack: Stack, config: object = {}): Promise<{ refused: boolean; text: string }> {
  const file = join(folder, "config.json");
  writeFileSync(file, JSON.stringify(config));
  const flags = ["--policy-pack", pack, "--policy-pack-config", file];
  return stack.preview(flags).then(
    ({ text }) => ({ refused: false, text }),
    (error: Error) => ({ refused: true, text: error.message }),
  );
}

const refusals = [
  ["no-key-in-clear", "Take it out, and give APHRODITE_API_KEY by valueFrom.secretKeyRef."],
  ["no-dev-mode", "Remove the variable."],
  ["engine-reachable-from-gateway-only", "Make it ClusterIP, and expose a gateway."],
  ["network-policy-present", "Add one with policyTypes [Ingress]."],
  ["grace-outlasts-drain", "for example --shutdown-timeout 605."],
  ["gpu-requests-equal-limits", "Set both to 2."],
  ["shared-memory", "Mount an emptyDir with medium: Memory and sizeLimit: 8Gi at /dev/shm."],
  ["no-shared-single-node-claim", "Use accessModes [ReadWriteMany], or volumeClaimTemplates."],
  ["public-load-balancer-allowed", 'Make it internal, or add "qwen" to allowPublic.'],
  ["public-load-balancer-tls", "Use port 443 with TLS at the gateway"],
  ["secret-recovery-window", "Use 7 to 30."],
] as const;

describe("a stack that was written by hand", () => {
  let stack: Stack;
  let seen: { refused: boolean; text: string };
  beforeAll(async () => {
    stack = await open("bad");
    seen = await preview(stack);
  }, patience);

  it("is refused", () => {
    expect(seen.refused).toBe(true);
    expect(seen.text).toContain("error: preview failed");
  });

  it.each(refusals)("is told by %s what to change", (rule, way) => {
    const at = seen.text.split("\n").findIndex((line) => line.includes("[mandatory]") && line.includes(`  ${rule}  `));
    expect(at).toBeGreaterThan(0);
    expect(
      seen.text
        .split("\n")
        .slice(at, at + 3)
        .join("\n"),
    ).toContain(way);
  });

  it("is told of nothing else that stops it, and of no key", () => {
    expect(seen.text.match(/\[mandatory\]/g)).toHaveLength(refusals.length);
    expect(seen.text).not.toContain("sk-topsecret");
  });

  it("is told that an image which comes later has neither passed nor failed", () =>
    expect(seen.text).toMatch(
      /\[advisory\].*image-pinned-by-digest.*\n.*spec\.template\.spec\.containers\.0\.image can't be known during preview/,
    ));

  it(
    "is told the same by sonar preview, in the same words",
    async () => {
      const { code, stdout } = await sonar("preview", "test/policy/programs/bad", "--json");
      const { policyFindings } = JSON.parse(stdout) as {
        policyFindings: { rule: string; level: string; message: string }[];
      };
      const stops = policyFindings.filter(({ level }) => level === "mandatory");
      expect(code).toBe(2);
      expect(stops.map(({ rule }) => rule).sort()).toEqual(refusals.map(([rule]) => rule).sort());
      // names that Kubernetes' provider makes are its own
      const plain = (text: string) => text.replaceAll(/qwen-[0-9a-f]{8}/g, "qwen");
      for (const { message } of stops) expect(plain(seen.text)).toContain(plain(message));
    },
    patience,
  );

  it(
    "is let pass by a configuration that makes every rule advice, and mended where that loses nothing",
    async () => {
      const mended = ["gpu-requests-equal-limits", "secret-recovery-window"];
      const mend = Object.fromEntries(mended.map((rule) => [rule, "remediate"]));
      const { refused, text } = await preview(stack, { all: "advisory", ...mend });
      expect(refused).toBe(false);
      expect(text).not.toContain("[mandatory]");
      expect(text).toContain("no-key-in-clear");
      for (const rule of mended) {
        expect(text).toContain(`[remediate]  ${rule}  (1 resource)`);
        expect(text).not.toContain(`[advisory]  ${rule}`);
      }
    },
    patience,
  );
});

describe("a stack of the library", () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await open("good");
  }, patience);

  it(
    "passes every rule",
    async () => {
      const { refused, text } = await preview(stack);
      expect([refused, text]).toEqual([false, expect.stringContaining("✅ sonar@v")]);
      expect(text).not.toMatch(/\[(mandatory|advisory)\]/);
    },
    patience,
  );

  it(
    "is held to the limits that the pack's configuration gives",
    async () => {
      const { refused, text } = await preview(stack, {
        "gpu-budget": { budgetGpus: 3 },
        "allowed-models": { allowedModels: ["meta-llama/*"] },
      });
      expect(refused).toBe(true);
      expect(text).toContain("4 GPUs are more than the budget of 3 (budgetGpus): StatefulSet chat-serve 4.");
      expect(text).toContain("the model Qwen/Qwen3-8B is not allowed. Use meta-llama/*.");
    },
    patience,
  );
});
