import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouterBundle } from "./build";

/** The router's file as the package brings it: what `#bundle` means in the published package. */
export function bundle(): RouterBundle {
  const text = readFileSync(join(__dirname, "..", "router.cjs"), "utf8");
  return { name: "router.cjs", text, bytes: Buffer.byteLength(text) };
}
