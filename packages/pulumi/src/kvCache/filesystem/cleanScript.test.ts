import { spawnSync } from "node:child_process";
import {
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cleanScript } from "./cleanScript";

const KiB = 1024;
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "sonar-clean-"));
  mkdirSync(join(home, "cache"));
});
afterEach(() => rmSync(home, { recursive: true }));

/** An entry that was last used so many hours ago. */
function entry(path: string, { hours = 0, bytes = 64 * KiB } = {}): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, Buffer.alloc(bytes, 1));
  const when = Date.now() / 1000 - hours * 3600;
  utimesSync(file, when, when);
  return file;
}

const clean = (options: { hours?: number; gib?: number; before?: string; folder?: string } = {}) =>
  spawnSync(
    "python3",
    [
      "-c",
      `${options.before ?? ""}\n${cleanScript}`,
      options.folder ?? join(home, "cache"),
      String(options.hours ?? 24),
      String(options.gib ?? 1),
    ],
    { encoding: "utf8" },
  );

/** What is left in a folder, links not followed: whether `recursive` follows them depends on the version of Node. */
const left = (folder = "cache"): string[] =>
  readdirSync(join(home, folder), { withFileTypes: true })
    .flatMap((one) => (one.isDirectory() ? left(join(folder, one.name)) : [one.name]))
    .sort();

describe("the cleaning", () => {
  it("removes what nobody used for long, in every folder, and half-written files too", () => {
    entry("cache/a/old.bin", { hours: 25 });
    entry("cache/a/b/older.bin", { hours: 2000 });
    entry("cache/a/broken.bin.tmp", { hours: 25 });
    entry("cache/a/new.bin", { hours: 23 });
    const { status, stdout } = clean();
    expect([status, left()]).toEqual([0, ["new.bin"]]);
    expect(stdout).toMatch(/^3 entries removed, 0\.0 of 1 GiB left, in \d+ s\n$/);
  });

  it("keeps what was read lately, however long ago it was written", () => {
    const file = entry("cache/read.bin");
    utimesSync(file, Date.now() / 1000, 0);
    clean();
    expect(left()).toEqual(["read.bin"]);
  });

  it("removes the oldest until the rest fits, and no more", () => {
    for (let hour = 1; hour <= 8; hour++) entry(`cache/${hour % 3}/${hour}.bin`, { hours: hour });
    expect(clean({ gib: (3 * 64 * KiB) / 2 ** 30 }).status).toBe(0);
    expect(left()).toEqual(["1.bin", "2.bin", "3.bin"]);
  });

  it("removes no more than it must of what is of one age", () => {
    for (let index = 0; index < 8; index++) entry(`cache/${index}.bin`, { hours: 2 });
    clean({ gib: (5 * 64 * KiB) / 2 ** 30 });
    expect(left()).toHaveLength(5);
  });

  it("leaves alone what is not named like an entry", () => {
    entry("cache/config.json", { hours: 2000 });
    entry("cache/model.safetensors", { hours: 2000, bytes: 1024 * KiB });
    expect(clean({ gib: 0 }).status).toBe(0);
    expect(left()).toEqual(["config.json", "model.safetensors"]);
  });

  it("follows no link out of the folder, and removes none", () => {
    const outside = entry("outside/precious.bin", { hours: 2000 });
    symlinkSync(join(home, "outside"), join(home, "cache/folder"));
    symlinkSync(outside, join(home, "cache/link.bin"));
    lutimesSync(join(home, "cache/link.bin"), 0, 0);
    expect(clean({ gib: 0 }).status).toBe(0);
    expect([existsSync(outside), left()]).toEqual([true, ["folder", "link.bin"]]);
  });

  it("has nothing to do before engines have made the folder", () => {
    const { status, stderr } = clean({ folder: join(home, "none") });
    expect([status, stderr]).toEqual([0, ""]);
  });

  it("does not start in a folder that is a link", () => {
    const outside = entry("outside/precious.bin", { hours: 2000 });
    symlinkSync(join(home, "outside"), join(home, "linked"));
    const { status, stderr } = clean({ folder: join(home, "linked") });
    expect([status, existsSync(outside)]).toEqual([1, true]);
    expect(stderr).toContain("linked is no folder");
  });

  it("goes on when files and folders vanish before it", () => {
    for (let index = 0; index < 20; index++) entry(`cache/${index % 4}/${index}.bin`, { hours: 25 });
    entry("cache/new.bin", { hours: 1 });
    // whatever it looks at has been removed by another one in the meantime, as have all that follow in one of the folders
    const before = [
      "import os, shutil, sys",
      "look = os.stat",
      "def gone(name, *rest, **its):",
      "    if name == '4.bin': shutil.rmtree(os.path.join(sys.argv[1], '0')); shutil.rmtree(os.path.join(sys.argv[1], '3'))",
      "    return look(name, *rest, **its)",
      "os.stat = gone",
    ].join("\n");
    const { status, stderr } = clean({ before });
    expect([status, stderr, left()]).toEqual([0, "", ["new.bin"]]);
  });

  it("fails when it may not remove, after it has tried all", () => {
    entry("cache/a.bin", { hours: 25 });
    entry("cache/b.bin", { hours: 25 });
    const before = [
      "import os",
      "unlink = os.unlink",
      "def refused(name, **its):",
      "    if name == 'a.bin': raise PermissionError(13, 'Permission denied', name)",
      "    unlink(name, **its)",
      "os.unlink = refused",
    ].join("\n");
    const { status, stderr } = clean({ before });
    expect([status, left()]).toEqual([1, ["a.bin"]]);
    expect(stderr).toContain("Permission denied");
    expect(stderr).toContain("1 could not be looked at or removed");
  });
});
