import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(__dirname, "../../../..");

/** How many modules of @pulumi/aws, and of the AWS entry, a fresh process has loaded after it loaded an entry. */
function loaded(entry: string): { sdk: number; entry: number } {
  const program = `
    require(${JSON.stringify(entry)});
    const files = Object.keys(require.cache).map((file) => file.replaceAll("\\\\", "/"));
    const count = (part) => files.filter((file) => file.includes(part)).length;
    console.log(JSON.stringify({ sdk: count("/@pulumi/aws/"), entry: count("/packages/pulumi/src/aws/") }));`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--conditions=sonar-source", "--import", "tsx", "-e", program],
    { cwd: root, encoding: "utf8" },
  );
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

describe("@pulumi/aws", () => {
  it.each(["@sonar-iac/pulumi", "@sonar-iac/pulumi/stack", "@sonar-iac/topology"])(
    "is not loaded by %s",
    (entry) => expect(loaded(entry)).toEqual({ sdk: 0, entry: 0 }),
    30_000,
  );

  it("is loaded by the AWS entry, of which the SDK only the parts that are used", () => {
    const { sdk, entry } = loaded("@sonar-iac/pulumi/aws");
    expect(entry).toBeGreaterThan(5);
    expect(sdk).toBeGreaterThan(0);
  }, 30_000);
});
