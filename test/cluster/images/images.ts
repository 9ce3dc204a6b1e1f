import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { repository } from "../host/paths";
import type { Image } from "./archive";
import { debianLayer } from "./debian";
import { engineHome } from "./engineHome";
import { type Files, filesLayer } from "./layer";
import * as names from "./names";

/** Programs that clients run inside the cluster, for tests of what pods may reach. */
const hub: Files = {
  "usr/lib/python3/dist-packages/huggingface_hub.py": { copyOf: join(__dirname, "files", "huggingface_hub.py") },
};

/** The command that the engine's image has, running the engine that the test mounts. */
const engine: Files = {
  "usr/local/bin/aphrodite": { text: `#!/bin/sh\nexec ${join(engineHome, "bin", "aphrodite")} "$@"\n`, program: true },
};

/** Source of the stand-in engine's command. */
const standInMain = join(repository, "test", "engine", "stand-in", "main.ts");

function standIn(): Files {
  const bundle = buildSync({
    entryPoints: [standInMain],
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    conditions: ["sonar-source"],
    write: false,
    logLevel: "silent",
  });
  return {
    "usr/local/lib/aphrodite.js": { text: bundle.outputFiles[0]?.text ?? "" },
    "usr/local/bin/aphrodite": { text: '#!/bin/sh\nexec node /usr/local/lib/aphrodite.js "$@"\n', program: true },
  };
}

/** Makes all images; they share their base. */
export async function makeImages(): Promise<Image[]> {
  const debian = await debianLayer();
  const [hubLayer, nodeLayer, engineLayer] = [
    await filesLayer(hub),
    await filesLayer({ "usr/local/bin/node": { copyOf: process.execPath, program: true } }),
    await filesLayer(engine),
  ];
  const images: Image[] = [
    { name: names.pause, layers: [debian], command: ["/bin/sleep", "infinity"] },
    { name: names.haproxy, layers: [debian], command: ["haproxy", "-f", "/usr/local/etc/haproxy/haproxy.cfg"] },
    { name: names.nodeJs, layers: [debian, nodeLayer], command: ["node"] },
    { name: names.engine, layers: [debian, hubLayer, engineLayer], command: ["aphrodite"] },
  ];
  if (existsSync(standInMain))
    images.push({
      name: names.standIn,
      layers: [debian, hubLayer, nodeLayer, await filesLayer(standIn())],
      command: ["aphrodite"],
    });
  return images;
}
