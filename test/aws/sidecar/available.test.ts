import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { awsPython } from "./available";

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "sonar-aws-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

it("what is missing is an error that says what to run", () => {
  expect(() => awsPython({ SONAR_AWS_HOME: home })).toThrow(`not installed in ${home}`);
  expect(() => awsPython({ SONAR_AWS_HOME: home })).toThrow("npm run aws:install");
});

it("other versions are as good as none", () => {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "made-from.txt"), "moto==1.0.0\n");
  expect(() => awsPython({ SONAR_AWS_HOME: home })).toThrow("npm run aws:install");
  writeFileSync(join(home, "made-from.txt"), readFileSync(join(__dirname, "requirements.txt")));
  expect(awsPython({ SONAR_AWS_HOME: home })).toBe(join(home, "v", "bin", "python"));
});

it("what is there is printed and not made again", () => {
  const env = { ...process.env, SONAR_AWS_HOME: home };
  const made = spawnSync("bash", [join(__dirname, "install.sh")], { env, encoding: "utf8" });
  expect(made).toMatchObject({ status: 0, stdout: `${home}\n`, stderr: "" });
});
