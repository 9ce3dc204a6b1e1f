import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { writeLayout } from "./archive";
import { filesLayer, packLayer } from "./layer";

// the folder of images is read when the modules load
const home = vi.hoisted(() => {
  const folder = `/tmp/sonar-images-${process.pid}`;
  process.env.SONAR_CLUSTER_HOME = folder;
  return folder;
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

it("makes the same layer from the same files, whenever they were written", async () => {
  const make = async (content: string, writtenAt: number) => {
    const folder = mkdtempSync(join(tmpdir(), "sonar-layer-"));
    mkdirSync(join(folder, "etc"));
    writeFileSync(join(folder, "etc", "a"), content);
    utimesSync(join(folder, "etc", "a"), writtenAt, writtenAt);
    const layer = await packLayer(folder);
    rmSync(folder, { recursive: true });
    return layer.digest;
  };
  const first = await make("one", 1_000_000);
  expect(await make("one", 2_000_000)).toBe(first);
  expect(await make("two", 1_000_000)).not.toBe(first);
});

it("describes images so that every blob is there, once for all", async () => {
  const layer = await filesLayer({ "bin/hello": { text: "#!/bin/sh\necho hello\n", program: true } });
  const folder = writeLayout([
    { name: "sonar.test/a:1", layers: [layer] },
    { name: "sonar.test/b:1", layers: [layer], command: ["hello"] },
  ]);
  const blob = (digest: string) => readFileSync(join(folder, "blobs", digest.replace(":", "/")));
  const index = JSON.parse(readFileSync(join(folder, "index.json"), "utf8"));
  expect(index.manifests.map((m: { annotations: object }) => m.annotations)).toMatchObject([
    { "io.containerd.image.name": "sonar.test/a:1" },
    { "io.containerd.image.name": "sonar.test/b:1" },
  ]);
  for (const { digest, size } of index.manifests) {
    expect(blob(digest)).toHaveLength(size);
    const manifest = JSON.parse(blob(digest).toString());
    const config = JSON.parse(blob(manifest.config.digest).toString());
    expect(config.rootfs.diff_ids).toEqual([`sha256:${layer.digest}`]);
    expect(blob(manifest.layers[0].digest)).toHaveLength(layer.size);
  }
});
