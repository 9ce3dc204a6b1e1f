import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Modules that loading a file brings with it. */
function loaded(file: string): string[] {
  const text = `require(${JSON.stringify(join(__dirname, file))}); console.log(JSON.stringify(Object.keys(require.cache)))`;
  const flags = ["--conditions=sonar-source", "--import", require.resolve("tsx"), "-e", text];
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: "utf8" })) as string[];
}

it("needs neither Pulumi nor @pulumi/policy, so that a preview without them checks the same rules", () => {
  const modules = loaded("pulumi/index.ts");
  expect(modules.some((one) => one.includes("topology"))).toBe(true);
  expect(modules.filter((one) => one.includes("@pulumi"))).toEqual([]);
}, 120_000);
