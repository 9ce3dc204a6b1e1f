import { join } from "node:path";

/** The program as one file. */
export interface RouterBundle {
  /** File name. */
  name: "router.cjs";
  text: string;
  bytes: number;
}

/**
 * Builds the router's file from its sources with esbuild, which only those need who have the sources. The same sources give the same
 * bytes: no paths, no dates.
 */
export function buildBundle(root = join(__dirname, "..")): RouterBundle {
  // esbuild is not a dependency of the published package
  const { buildSync } = require("esbuild") as typeof import("esbuild");
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: ["main.ts"],
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    target: "node20",
    minify: true,
    charset: "utf8",
    legalComments: "none",
    conditions: ["sonar-source"],
    banner: { js: "/* Sonar prefill/decode router, Apache-2.0. Contains zod, MIT. */" },
  });
  const text = outputFiles[0]?.text;
  if (!text) throw new Error("esbuild made no file");
  return { name: "router.cjs", text, bytes: Buffer.byteLength(text) };
}
