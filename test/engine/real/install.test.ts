import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { realEngine } from "./engine";

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "sonar-cpu-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const install = () =>
  spawnSync("bash", [join(__dirname, "install.sh")], {
    env: { ...process.env, SONAR_CPU_HOME: home },
    encoding: "utf8",
  });

function write(name: string): void {
  const file = join(home, name);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, "x");
  chmodSync(file, 0o755);
}

describe("an installation", () => {
  it("is missing, and the reason says how to make it", () => {
    const { available, reason } = realEngine({ SONAR_CPU_HOME: home });
    expect(available).toBe(false);
    expect(reason).toContain(home);
    expect(reason).toContain("npm run engine:install");
  });

  it("that is marked complete but is not is named, and left alone", () => {
    write("complete");
    const { status, stderr } = install();
    expect(status).toBe(1);
    expect(stderr).toContain("files are missing. Remove that folder");
  });

  it("that is complete is printed and not made again", () => {
    for (const file of ["v/bin/python", "bin/aphrodite", "model/config.json", "model-moe/config.json"]) write(file);
    expect(install()).toMatchObject({ status: 0, stdout: `${home}\n`, stderr: "" });
    expect(realEngine({ SONAR_CPU_HOME: home })).toMatchObject({
      available: true,
      reason: "",
      command: join(home, "bin/aphrodite"),
    });
  });
});
