import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type RealEngine, realEngine } from "../real/available";

/** Whether Mooncake's programs can be run here, beside the engine. */
export interface Mooncake extends Pick<RealEngine, "available" | "reason"> {
  /** Paths of its programs. */
  master: string;
  client: string;
}

const packages =
  "libibverbs1 librdmacm1 liburing2 libjsoncpp25 libgoogle-glog0v6 libcurl4 libunwind8 libhiredis0.14 (Debian's names)";

/** Looks for Mooncake in the engine's installation, and for the libraries that it needs of the system. */
export function mooncake(): Mooncake {
  const { available, reason, home } = realEngine();
  const lib = join(home, "v", "lib");
  const python = existsSync(lib) ? readdirSync(lib).find((name) => name.startsWith("python3")) : undefined;
  const folder = join(lib, python ?? "python3", "site-packages", "mooncake");
  const programs = { master: join(folder, "mooncake_master"), client: join(folder, "mooncake_client") };
  if (!available) return { available, reason, ...programs };
  const missing = [programs.client, join(folder, "store.so")].flatMap(unresolved);
  if (missing.length === 0) return { available, reason: "", ...programs };
  const why = `Mooncake needs ${[...new Set(missing)].join(", ")}, which the system does not have: install ${packages}`;
  return { available: false, reason: why, ...programs };
}

/** The libraries that a program or library asks for and does not find. */
function unresolved(file: string): string[] {
  const { stdout } = spawnSync("ldd", [file], { encoding: "utf8" });
  return [...(stdout ?? "").matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name ?? "");
}
