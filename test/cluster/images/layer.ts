import { createHash } from "node:crypto";
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { command } from "../host/command";
import { images } from "../host/paths";

/** A part of a root filesystem as a tar file, named after its content. */
export interface Layer {
  file: string;
  /** Hexadecimal SHA-256 of the file. */
  digest: string;
  /** Bytes. */
  size: number;
}

/** Contents of a layer by path: text, or a file to copy. All belong to root; programs are executable. */
export type Files = Record<string, { text: string; program?: boolean } | { copyOf: string; program?: boolean }>;

const blobs = join(images, "layers");

/** Packs a folder into a layer; the same content gives the same layer. */
export async function packLayer(folder: string, options: string[] = []): Promise<Layer> {
  mkdirSync(blobs, { recursive: true });
  const part = join(blobs, `part-${process.pid}`);
  const same = ["--sort=name", "--mtime=@0", "--numeric-owner"];
  await command("tar", ["-C", folder, ...same, ...options, "-cf", part, "."], { background: true });
  const hash = createHash("sha256");
  await pipeline(createReadStream(part), hash);
  const digest = hash.digest("hex");
  const file = join(blobs, digest);
  renameSync(part, file);
  return { file, digest, size: statSync(file).size };
}

/** A layer of single files. */
export async function filesLayer(files: Files): Promise<Layer> {
  mkdirSync(images, { recursive: true });
  const folder = mkdtempSync(join(images, "files-"));
  try {
    for (const [path, content] of Object.entries(files)) {
      const target = join(folder, path);
      const mode = content.program ? "755" : "644";
      mkdirSync(dirname(target), { recursive: true });
      if ("text" in content) writeFileSync(target, content.text);
      else await command("cp", ["--dereference", content.copyOf, target]);
      await command("chmod", [mode, target]);
    }
    await command("chmod", ["755", folder]);
    return await packLayer(folder, ["--owner=0", "--group=0"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes layers that no image uses any more. */
export function forgetOtherLayers(used: Layer[]): void {
  const names = new Set(used.map(({ digest }) => digest));
  for (const name of readdirSync(blobs)) if (!names.has(name)) rmSync(join(blobs, name));
}
