import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { command } from "../host/command";
import { step } from "../host/log";
import { images } from "../host/paths";
import { type Layer, packLayer } from "./layer";

const release = "bookworm";

/** Debian's packages of the one base that all images share: what the engine's libraries link to, Python for the scripts, HAProxy. */
const packages = [
  "haproxy",
  "python3",
  ...["libbz2-1.0", "libffi8", "libgomp1", "liblzma5", "libncursesw6", "libnuma1", "libreadline8", "libsqlite3-0"],
  ...["libssl3", "libstdc++6", "zlib1g"],
  // the store of KV caches
  ...[
    "libcurl4",
    "libgoogle-glog0v6",
    "libhiredis0.14",
    "libibverbs1",
    "libjsoncpp25",
    "librdmacm1",
    "libunwind8",
    "liburing2",
  ],
];

/** Nothing reads them in a container. */
const unneeded = [
  "var/cache/apt",
  "var/lib/apt/lists",
  "var/cache/debconf",
  "usr/share/doc",
  "usr/share/man",
  "usr/share/locale",
  "var/log",
];

/** The base layer, made once by debootstrap and kept. */
export async function debianLayer(): Promise<Layer> {
  const folder = join(images, "debian");
  const record = join(images, "debian.json");
  const origin = createHash("sha256")
    .update(JSON.stringify([release, packages, unneeded]))
    .digest("hex");
  if (existsSync(record)) {
    const made = JSON.parse(readFileSync(record, "utf8")) as { origin: string; layer: Layer };
    if (made.origin === origin && existsSync(made.layer.file)) return made.layer;
  }
  return step("make the images' base (debootstrap)", async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(images, { recursive: true });
    await command("debootstrap", ["--variant=minbase", `--include=${packages.join(",")}`, release, folder], {
      background: true,
    });
    for (const path of unneeded) {
      rmSync(join(folder, path), { recursive: true, force: true });
      mkdirSync(join(folder, path), { recursive: true });
    }
    // an engine's folder may be mounted below it, for an ordinary user
    chmodSync(join(folder, "root"), 0o755);
    const layer = await packLayer(folder);
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(record, JSON.stringify({ origin, layer }));
    return layer;
  });
}
