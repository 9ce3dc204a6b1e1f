import { createHash } from "node:crypto";
import { linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { images } from "../host/paths";
import type { Layer } from "./layer";

/** What an image runs, and what it is made of. */
export interface Image {
  name: string;
  layers: Layer[];
  /** The command when a pod names none. */
  command?: string[];
}

interface Descriptor {
  mediaType: string;
  digest: string;
  size: number;
}

/** Writes images as one OCI layout, in which equal layers are there once. Returns its folder, whose tar `ctr images import` takes. */
export function writeLayout(all: Image[]): string {
  const folder = join(images, "layout");
  const blobs = join(folder, "blobs", "sha256");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(blobs, { recursive: true });

  const blob = (mediaType: string, content: object): Descriptor => {
    const text = JSON.stringify(content);
    const digest = createHash("sha256").update(text).digest("hex");
    writeFileSync(join(blobs, digest), text);
    return { mediaType, digest: `sha256:${digest}`, size: Buffer.byteLength(text) };
  };
  for (const { file, digest } of new Set(all.flatMap(({ layers }) => layers))) linkOnce(file, join(blobs, digest));

  const manifests = all.map(({ name, layers, command }) => {
    const config = blob("application/vnd.oci.image.config.v1+json", {
      architecture: process.arch === "x64" ? "amd64" : process.arch,
      os: "linux",
      config: {
        Env: ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"],
        Cmd: command ?? ["/bin/sh"],
      },
      rootfs: { type: "layers", diff_ids: layers.map(({ digest }) => `sha256:${digest}`) },
      history: [],
    });
    const manifest = blob("application/vnd.oci.image.manifest.v1+json", {
      schemaVersion: 2,
      mediaType: "application/vnd.oci.image.manifest.v1+json",
      config,
      layers: layers.map(({ digest, size }) => ({
        mediaType: "application/vnd.oci.image.layer.v1.tar",
        digest: `sha256:${digest}`,
        size,
      })),
    });
    return {
      ...manifest,
      annotations: { "io.containerd.image.name": name, "org.opencontainers.image.ref.name": name },
    };
  });
  writeFileSync(join(folder, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
  writeFileSync(join(folder, "index.json"), JSON.stringify({ schemaVersion: 2, manifests }));
  return folder;
}

function linkOnce(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
