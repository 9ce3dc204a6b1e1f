import { join } from "node:path";
import { mooncake } from "../../engine/kv-store/available";
import { realEngine } from "../../engine/real/available";
import { bundleStandIn } from "../../engine/stand-in/bundle";
import type { Image } from "./archive";
import { debianLayer } from "./debian";
import { type Files, filesLayer } from "./layer";
import * as names from "./names";

/** A hub that needs no network, for the fetch. */
const hub: Files = {
  "usr/lib/python3/dist-packages/huggingface_hub.py": { copyOf: join(__dirname, "files", "huggingface_hub.py") },
};

/** What a GPU's driver brings along: one GPU, as each pod of a group asks for in tests. */
const driver: Files = {
  "usr/local/bin/nvidia-smi": { text: "#!/bin/sh\necho 'GPU 0: test (UUID: GPU-0)'\n", program: true },
};

const store = mooncake();
const runs = (program: string) => ({ text: `#!/bin/sh\nexec ${program} "$@"\n`, program: true });

/** The commands that the engine's image has, running what the test mounts. */
const engine: Files = {
  "usr/local/bin/mooncake_master": runs(store.master),
  "usr/local/bin/mooncake_client": runs(store.client),
  "usr/local/bin/aphrodite": {
    // the engine runs eagerly here; what little it compiles all the same would need a C++ compiler in the image and minutes of a start
    text: `#!/bin/sh\nexport TORCHDYNAMO_DISABLE=1\nexec ${realEngine().command} "$@"\n`,
    program: true,
  },
  ...driver,
};

const standIn = async (): Promise<Files> => ({
  "usr/local/lib/aphrodite.js": { text: await bundleStandIn() },
  "usr/local/bin/aphrodite": { text: '#!/bin/sh\nexec node /usr/local/lib/aphrodite.js "$@"\n', program: true },
  ...driver,
});

/** Makes all images; they share their base. */
export async function makeImages(): Promise<Image[]> {
  const debian = await debianLayer();
  const [hubLayer, nodeLayer, engineLayer] = [
    await filesLayer(hub),
    await filesLayer({ "usr/local/bin/node": { copyOf: process.execPath, program: true } }),
    await filesLayer(engine),
  ];
  const standInLayers = [debian, hubLayer, nodeLayer, await filesLayer(await standIn())];
  return [
    { name: names.pause, layers: [debian], command: ["/bin/sleep", "infinity"] },
    { name: names.haproxy, layers: [debian], command: ["haproxy", "-f", "/usr/local/etc/haproxy/haproxy.cfg"] },
    { name: names.nodeJs, layers: [debian, nodeLayer], command: ["node"] },
    { name: names.engine, layers: [debian, hubLayer, engineLayer], command: ["aphrodite"] },
    { name: names.standIn, layers: standInLayers, command: ["aphrodite"] },
    { name: names.standInNext, layers: standInLayers, command: ["aphrodite"] },
  ];
}
