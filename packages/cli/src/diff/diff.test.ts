import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changesOf, impactsOf } from "@sonar-iac/policy";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SPAWN, sonar } from "../../test-fixtures/sonar";
import { readState, type StateResource } from "./state";
import { stateViews } from "./views";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sonar-diff-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(json: object | string): string {
  const file = join(folder, "old.json");
  writeFileSync(file, typeof json === "string" ? json : JSON.stringify(json));
  return file;
}

const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };
const urn = "urn:pulumi:dev::app::kubernetes:apps/v1:StatefulSet::serve";
function set(args: string[], more: object = {}): StateResource {
  const container = {
    name: "engine",
    command: ["aphrodite", "serve", "m"],
    args,
    env: [{ name: "HF_TOKEN", value: secret }],
  };
  const template = {
    metadata: { annotations: { "checksum/keys": `${args.length}` } },
    spec: { containers: [container] },
  };
  const inputs = {
    metadata: { name: "serve", labels: { "app.kubernetes.io/managed-by": "pulumi" } },
    spec: { replicas: 2, template },
  };
  return { urn, type: "kubernetes:apps/v1:StatefulSet", custom: true, inputs, ...more } as StateResource;
}
const step = (op: string, oldState: StateResource | undefined, newState: StateResource | undefined) => ({
  op,
  urn,
  oldState,
  newState,
});

describe("what there was", () => {
  it("is read of an export, without what waits to be deleted and what no provider made", () => {
    const resources = [
      set([]),
      set([], { delete: true }),
      { urn: "x::provider", type: "pulumi:providers:kubernetes", custom: true },
      set([], { custom: false }),
    ];
    const { before, next } = readState(written({ version: 3, deployment: { resources } }));
    expect(next).toBeUndefined();
    expect(stateViews(before).map((one) => one.name)).toEqual(["serve"]);
  });

  it("is read of a preview, with what Pulumi does: several steps of one resource are a replacement", () => {
    const steps = [
      step("create-replacement", set([]), set(["--port", "1"])),
      step("replace", set([]), set(["--port", "1"])),
      step("delete-replaced", set([]), undefined),
    ];
    const { before, next } = readState(written({ steps }));
    expect([before.length, next?.after.length]).toEqual([1, 1]);
    const changes = changesOf(stateViews(before), stateViews(next?.after ?? []), next?.operations);
    expect(impactsOf(changes).map(({ headline }) => headline)).toEqual([expect.stringMatching(/^is replaced/)]);
  });

  it("is compared without secrets, checksums of keys and what providers add", () => {
    const added = { ...set([]).inputs, __defaults: [], tagsAll: { a: "b" } };
    const changes = changesOf(
      stateViews([set([])]),
      stateViews([set([], { inputs: { ...added, metadata: { name: "serve" } } })]),
    );
    expect(changes.map(({ operation }) => operation)).toEqual(["same"]);
  });

  it.each([
    ["nothing of Pulumi's", "{}", "is neither an export of a stack nor a preview"],
    ["no JSON", "{", "is not JSON"],
  ])("is refused where it is %s", (_, text, why) => expect(() => readState(written(text))).toThrow(why));
});

it("that cannot be read is told of, with what to do", SPAWN, async () => {
  const { status, stdout, stderr } = await sonar("diff", join(folder, "gone.json"));
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/gone\.json {2}cannot be read\. Give a file that is there\./);
});
