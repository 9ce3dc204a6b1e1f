import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Stack } from "../cluster/pulumi/pulumi";
import { cases } from "./programs/wrong/cases";
import { table } from "./resources/table";
import { type Given, give } from "./scenario/given";
import { awsStack } from "./scenario/stack";
import { type Started, startSidecar } from "./sidecar/start";

const nowhere: Given = {
  vpcId: "",
  subnetIds: ["", ""],
  clusterName: "",
  clusterSecurityGroupId: "",
  certificateArns: ["", ""],
  webAclArns: ["", ""],
  bucket: "",
  secretArn: "",
};
const all = cases(nowhere);

let started: Started;
let stack: Stack;
/** What the CLI says of each resource, by its name. */
let errors: Map<string, string>;

/** Reads the CLI's diagnostics: a line `type (name):`, and what is indented below. */
function diagnostics(text: string): Map<string, string> {
  const parts = text.slice(text.indexOf("Diagnostics:")).split(/^ +aws:\S+ \((\S+)\):$/m);
  return new Map(parts.flatMap((part, index) => (index % 2 === 1 ? [[part, parts[index + 1] as string]] : [])));
}

beforeAll(async () => {
  started = await startSidecar();
  stack = await awsStack("wrong", started.sidecar, { given: await give(started.sidecar) });
  const outcome = await stack.up(["--continue-on-error"]).then(
    () => "Diagnostics: nothing was refused",
    (error: Error) => error.message,
  );
  errors = diagnostics(outcome);
}, 300_000);
afterAll(async () => {
  stack?.remove();
  await started?.stop();
});

describe("what AWS refuses", () => {
  it.each(all)("$name ($by)", ({ name, by, says }) => {
    const told = (errors.get(name) ?? "nothing").split("\n");
    const expected = {
      botocore: "(botocore): ",
      model: "(model): ",
      rule: "rule: ",
      moto: "(moto): ",
      reference: "reference: ",
    };
    expect(told).toContainEqual(expect.stringMatching(new RegExp(`${literally(expected[by])}.*${literally(says)}`)));
  });

  it("has something of every type", () => {
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(table.keys()));
  });

  it("is known by each who can refuse", () => {
    expect(new Set(all.map(({ by }) => by))).toEqual(new Set(["botocore", "model", "rule", "moto", "reference"]));
  });

  it("makes nothing", async () => {
    const made = (await started.sidecar.entries()).filter(({ inputs }) => inputs.given !== true);
    expect(made).toEqual([]);
  });
});

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
