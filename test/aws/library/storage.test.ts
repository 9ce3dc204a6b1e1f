import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Stack } from "../../cluster/pulumi/pulumi";
import { token } from "../resources/tokens";
import { give } from "../scenario/given";
import { awsStack, patience } from "../scenario/stack";
import { type Started, startSidecar } from "../sidecar/start";
import { made } from "./engine";

const service = {
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "Qwen/Qwen3-32B", revision: "0123456789abcdef0123456789abcdef01234567" },
  parallelism: { tensor: 2 },
  nodes: { instanceType: "g6e.12xlarge", max: 2 },
};
const repository = { bucket: "own-weights", prefix: "qwen" };
const stored = {
  service,
  caches: {
    files: { kind: "efs" },
    gone: { kind: "efs", deletion: "delete" },
    fast: { kind: "fsx-lustre", repository },
    brief: { kind: "fsx-lustre", repository, deletion: "delete" },
  },
  secrets: { kind: "secrets-manager", recoveryWindowDays: 7 },
};

let started: Started;
let stack: Stack;
let total: number;
// no cluster is needed: Kubernetes' own provider writes files
const files = mkdtempSync(join(tmpdir(), "sonar-rendered-"));

beforeAll(async () => {
  started = await startSidecar();
  const given = await give(started.sidecar);
  stack = await awsStack("library", started.sidecar, { given, stored, "kubernetes:renderYamlToDirectory": files });
}, patience);
afterAll(async () => {
  rmSync(files, { recursive: true, force: true });
  stack?.remove();
  await started?.stop();
});

const typesMade = async () => (await made(started.sidecar)).map(({ type }) => type).sort();

// one stack goes through them: each `it` begins where the one before ended
describe.sequential("storage and keys on the real engine", { timeout: patience }, () => {
  it("are made, for a service each", async () => {
    const { changes } = await stack.up();
    expect(changes).toEqual({ created: expect.any(Number) });
    total = changes.created as number;
    const { efsFileSystem, lustreFileSystem, dataRepositoryAssociation, secret, secretVersion } = token;
    const types = await typesMade();
    const count = (type: string) => types.filter((one) => one === type).length;
    expect([efsFileSystem, lustreFileSystem, dataRepositoryAssociation].map(count)).toEqual([2, 2, 2]);
    expect([token.accessPoint, token.mountTarget].map(count)).toEqual([2, 4]);
    // of the clients and of the engines, for each service
    expect([secret, secretVersion].map(count)).toEqual([8, 8]);
  });

  it("give the fetches the token that is there", () => {
    const all = readdirSync(files, { recursive: true, encoding: "utf8" });
    const found = all.filter((name) => /secret.*-weights-token.*\.yaml$/.test(name));
    expect(found).toHaveLength(4);
    const token = Buffer.from("hf_0123456789abcdef").toString("base64");
    for (const name of found) expect(readFileSync(join(files, name), "utf8")).toContain(`token: ${token}\n`);
  });

  it("stay as they are the second time", async () => {
    expect((await stack.up(["--expect-no-changes"])).changes).toEqual({ unchanged: total });
  });

  it("go in an order that AWS accepts, but for file systems that are kept, and what those need", async () => {
    await stack.destroy();
    const kept = [token.efsFileSystem, token.lustreFileSystem, token.dataRepositoryAssociation, token.securityGroup];
    expect(await typesMade()).toEqual(kept.sort());
    const names = (await made(started.sidecar))
      .filter(({ type }) => type === token.efsFileSystem || type === token.lustreFileSystem)
      .map(({ inputs }) => (inputs.tags as { Name: string }).Name);
    expect(names.sort()).toEqual(["fast-weights-lustre", "files-weights-efs"]);
  });
});
