import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildBundle } from "./src/bundle/build";

/** Writes the router's file to where the published package reads it. */
const { text, bytes } = buildBundle(join(__dirname, "src"));
writeFileSync(join(__dirname, "dist", "router.cjs"), text);
console.log(`dist/router.cjs: ${Math.ceil(bytes / 1024)} KiB`);
