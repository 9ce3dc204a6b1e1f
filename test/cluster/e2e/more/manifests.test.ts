import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kubectl } from "../../host/kubectl";
import { repository } from "../../host/paths";

const golden = join(repository, "test", "golden");
const examples = readdirSync(golden).filter((name) => name !== "aws");
const crds = ["--server-side", "--filename", join(repository, "test", "kubernetes", "crds")];

/** The manifests that `sonar preview --out` writes of each example, put to a real API server. */
describe("manifests", { timeout: 60_000 }, () => {
  beforeAll(async () => {
    await kubectl.run(["create", "namespace", "llm"]);
    await kubectl.run(["apply", ...crds]);
    await kubectl.run(["wait", "crd", "--all", "--for=condition=Established", "--timeout=30s"]);
  }, 60_000);

  it.each(examples)("of %s are taken by the API server", async (example) => {
    const files = readdirSync(join(golden, example));
    const strictly = ["--dry-run=server", "--validate=strict", "--filename", join(golden, example)];
    const said = (await kubectl.run(["apply", ...strictly])).trim().split("\n");
    expect(said.every((line) => line.endsWith("created (server dry run)"))).toBe(true);
    expect(said).toHaveLength(files.length);
  });

  afterAll(async () => {
    await kubectl.run(["delete", "namespace", "llm"]);
    await kubectl.run(["delete", ...crds.slice(1)]);
  }, 120_000);
});
