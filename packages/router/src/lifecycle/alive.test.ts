import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../../test-fixtures/setup";

const folder = mkdtempSync(join(tmpdir(), "alive-"));
const file = join(folder, "standsStill.cjs");
beforeAll(() => {
  const entryPoints = [join(__dirname, "../../test-fixtures/standsStill.ts")];
  buildSync({ entryPoints, bundle: true, platform: "node", format: "cjs", outfile: file });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that is alive, and can be told to stand still for so many ms. */
async function start() {
  const child = spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "inherit"] });
  const [port] = await once(child.stdout, "data");
  const url = `http://127.0.0.1:${Number(port)}`;
  const health = async () => (await fetch(`${url}/health`)).status;
  return { url, health, stand: (ms: number) => child.stdin.write(String(ms)), end: () => child.kill("SIGKILL") };
}

it("answers while the loop is busy, and says so once it has stood still for too long", async () => {
  const { url, health, stand, end } = await start();
  try {
    expect(await health()).toBe(200);
    expect((await fetch(`${url}/v1/models`)).status).toBe(404);
    stand(3000);
    const began = performance.now();
    expect(await health()).toBe(200);
    await until(async () => (await health()) === 503);
    expect(performance.now() - began).toBeGreaterThan(500);
    expect(await (await fetch(`${url}/health`)).text()).toMatch(/^the router's loop has not turned for [12] s\n$/);
    await until(async () => (await health()) === 200);
    expect(performance.now() - began).toBeGreaterThan(2500);
  } finally {
    end();
  }
});
