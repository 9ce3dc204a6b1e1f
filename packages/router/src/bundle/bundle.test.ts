import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testConfig } from "../../test-fixtures/config";
import { FakeEngine } from "../../test-fixtures/fakeEngine";
import { ask, until } from "../../test-fixtures/setup";
import { routerBundle } from "../index";
import { buildBundle } from "./build";
import { nodeFlags } from "./flags";

let folder: string;
let prefill: FakeEngine;
let decode: FakeEngine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bundle-"));
  writeFileSync(join(folder, "router.cjs"), routerBundle().text);
  prefill = await FakeEngine.start("prefill");
  decode = await FakeEngine.start("decode", [prefill]);
});
afterAll(async () => {
  await Promise.all([prefill.kill(), decode.kill()]);
  rmSync(folder, { recursive: true });
});

const configuration = (draining = false) => ({
  ...testConfig(),
  discovery: {
    kind: "static" as const,
    prefill: [{ url: prefill.url }],
    decode: [{ url: decode.url, draining }],
  },
});

/** Runs the file as a pod does. */
function run(config: unknown) {
  writeFileSync(join(folder, "config.json"), JSON.stringify(config));
  const child = spawn(process.execPath, [...nodeFlags(448), "router.cjs", "config.json"], { cwd: folder, env: {} });
  const ended = once(child, "exit") as Promise<[number | null]>;
  let text = "";
  const hear = (more: string) => {
    text += more;
  };
  child.stdout.setEncoding("utf8").on("data", hear);
  child.stderr.setEncoding("utf8").on("data", hear);
  const port = async () => {
    await until(() => text.includes('"listening"'));
    return Number(/"listening","port":(\d+)/.exec(text)?.[1]);
  };
  return { child, ended, logs: () => text, port };
}
const ready = async (url: string) => (await fetch(`${url}/ready`).catch(() => undefined))?.status;

/** A stream that has begun, and goes on when it is told to. */
async function begun(url: string, prompt: string) {
  let finish = () => undefined as unknown;
  decode.act = (_, res) => {
    res.writeHead(200).write("one ");
    finish = () => res.end("two");
  };
  const running = ask(url, "/v1/completions", { prompt });
  await until(() => running.soFar() === "one ");
  decode.act = undefined;
  return { running, finish };
}

describe("the router's file", () => {
  it("is small enough for a ConfigMap and always the same", () => {
    const { bytes, text, name } = routerBundle();
    expect(name).toBe("router.cjs");
    expect(bytes).toBe(Buffer.byteLength(text));
    expect(bytes).toBeLessThan(350 * 1024);
    expect(buildBundle().text).toBe(text);
    expect(text).not.toContain(process.cwd());
  });

  it("names what is wrong with its configuration, and ends", async () => {
    const { ended, logs } = run({ ...configuration(), model: 1, more: 2 });
    expect((await ended)[0]).toBe(1);
    expect(logs()).toContain("model: must be text");
    expect(logs()).toContain('is not known: "more"');
  });

  it("runs alone in an empty folder, and at SIGTERM finishes what it has", async () => {
    const { child, ended, port, logs } = run(configuration());
    const url = `http://127.0.0.1:${await port()}`;
    await until(async () => (await ready(url)) === 200);
    const { running, finish } = await begun(url, "my secret");
    child.kill("SIGTERM");
    await until(async () => (await ready(url)) === 503);
    // it still serves while those in front take notice
    expect((await ask(url, "/v1/completions", { prompt: "x" }).answer).status).toBe(200);
    await until(async () => (await ready(url)) === undefined);
    child.kill("SIGTERM");
    finish();
    expect((await running.answer).text).toBe("one two");
    expect((await ended)[0]).toBe(0);
    expect(logs()).not.toContain("secret");
    for (const line of logs().trim().split("\n")) expect(JSON.parse(line)).toMatchObject({ service: "test" });
    expect(readdirSync(folder).sort()).toEqual(["config.json", "router.cjs"]);
  });

  it("reads its configuration again at SIGHUP: an engine that drains gets nothing new and finishes what it has", async () => {
    const { child, ended, port } = run(configuration());
    const url = `http://127.0.0.1:${await port()}`;
    await until(async () => (await ready(url)) === 200);
    const { running, finish } = await begun(url, "x");
    writeFileSync(join(folder, "config.json"), JSON.stringify(configuration(true)));
    child.kill("SIGHUP");
    await until(async () => (await ready(url)) === 503);
    expect((await ask(url, "/v1/completions", { prompt: "x" }).answer).headers["x-sonar-reason"]).toBe("no-decode");
    finish();
    expect((await running.answer).text).toBe("one two");
    child.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
  });
});
