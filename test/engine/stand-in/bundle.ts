import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

/** The stand-in as one file for `node`, without dependencies. */
export async function bundleStandIn(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(__dirname, "main.ts")],
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    conditions: ["sonar-source"],
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

let file: Promise<string> | undefined;

/** Path of the bundle on this machine, made once per content. */
export function standInFile(): Promise<string> {
  file ??= write();
  return file;
}

async function write(): Promise<string> {
  const text = await bundleStandIn();
  const folder = join(tmpdir(), "sonar-stand-in");
  const name = join(folder, `${createHash("sha256").update(text).digest("hex").slice(0, 16)}.cjs`);
  if (existsSync(name)) return name;
  mkdirSync(folder, { recursive: true });
  const own = `${name}.${process.pid}`;
  writeFileSync(own, text);
  renameSync(own, name);
  return name;
}
