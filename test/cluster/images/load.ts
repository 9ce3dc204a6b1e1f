import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodes } from "../host/addresses";
import { command } from "../host/command";
import { step } from "../host/log";
import { run } from "../host/paths";
import { containerdSocket, ctr, onNodes } from "../node/containers";
import { writeLayout } from "./archive";
import { makeImages } from "./images";
import { forgetOtherLayers } from "./layer";

/** Makes the images and gives them to every node, unless the nodes have the same already. */
export async function loadImages(): Promise<void> {
  const images = await makeImages();
  const layout = writeLayout(images);
  forgetOtherLayers(images.flatMap(({ layers }) => layers));
  const index = createHash("sha256")
    .update(readFileSync(join(layout, "index.json")))
    .digest("hex");
  const record = join(run, "images.loaded");
  if (read(record) === index) return;
  await step(`load images into ${nodes.length} nodes`, () =>
    onNodes(async (node) => {
      const socket = containerdSocket(node);
      const load = `tar -C "$0" -cf - . | ctr --address "$1" --namespace k8s.io images import --digests=false -`;
      await command("bash", ["-o", "pipefail", "-ec", load, layout, socket]);
    }),
  );
  writeFileSync(record, index);
}

/** Names of a node's images. */
export const loaded = async (node: (typeof nodes)[number]) =>
  (await ctr(node, ["images", "list", "-q"])).trim().split("\n");

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
