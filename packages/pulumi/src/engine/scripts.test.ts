import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { engineShell, startupScript, stopScript } from "./scripts";

/** Runs the startup probe against a server on loopback; with a proxy in the environment that must not be asked. */
async function probe(answer: RequestListener, warm: boolean) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const env = { ...process.env, APHRODITE_API_KEY: "engine-key", http_proxy: "http://127.0.0.1:1" };
  const child = spawn("python3", ["-c", startupScript, String(port), "qwen3", String(warm)], { env });
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += chunk));
  const code = await new Promise((resolve) => child.on("close", resolve));
  server.close();
  return { code, asked, errors };
}

describe("the startup probe", () => {
  it("asks for health, then for one token with the key", async () => {
    const { code, asked } = await probe((_, response) => response.end("{}"), true);
    expect([code, asked]).toEqual([0, ["GET /health Bearer engine-key", "POST /v1/completions Bearer engine-key"]]);
  });
  it("asks only for health where the warm-up is off", async () => {
    expect((await probe((_, response) => response.end("{}"), false)).asked).toHaveLength(1);
  });
  it("fails without a warm-up while the engine is not healthy", async () => {
    const { code, asked, errors } = await probe((_, response) => response.writeHead(503).end(), true);
    expect([code, asked.length, errors.includes("503")]).toEqual([1, 1, true]);
  });
  it("fails with the engine's words when the warm-up fails", async () => {
    const { code, errors } = await probe(
      (request, response) => response.writeHead(request.method === "POST" ? 400 : 200).end("no completions here"),
      true,
    );
    expect([code, errors.includes("no completions here")]).toEqual([1, true]);
  });
});

describe("the stop", () => {
  /** Runs it for an engine that is a shell with one child; tells how long it took and what became of the child. */
  async function stop(port: number, seconds: number) {
    const engine = spawn("sh", ["-c", "sleep 60 & echo $!; wait"], { stdio: ["ignore", "pipe", "ignore"] });
    const closed = new Promise((resolve) => engine.on("close", resolve));
    const loading = Number(await new Promise((resolve) => engine.stdout.once("data", resolve)));
    const start = Date.now();
    const child = spawn("python3", ["-c", stopScript, String(port), String(seconds), String(engine.pid)]);
    const code = await new Promise((resolve) => child.on("close", resolve));
    const took = (Date.now() - start) / 1000;
    let alive = true;
    try {
      alive = !readFileSync(`/proc/${loading}/stat`, "utf8").includes(") Z ") && process.kill(loading);
    } catch {
      alive = false;
    }
    await closed;
    return { code, took, alive };
  }

  it("waits while the engine serves", async () => {
    const server = createServer((_, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { code, took, alive } = await stop((server.address() as AddressInfo).port, 1);
    server.close();
    expect([code, took >= 1, alive]).toEqual([0, true, true]);
  });

  it("ends the core of an engine that still loads, and does not wait", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { code, took, alive } = await stop(port, 30);
    expect([code, took < 20, alive]).toEqual([0, true, false]);
  });
});

describe("the engine's shell", () => {
  it("becomes the command it is given, words unchanged", () => {
    const words = ["aphrodite", "serve", "a b", '{"x": "$HOME"}', "*"];
    const { stdout } = spawnSync("/bin/sh", ["-c", engineShell, "engine", "printf", "%s\\n", ...words], {
      encoding: "utf8",
    });
    expect(stdout.trimEnd().split("\n")).toEqual(words);
  });
  it("goes on where the limit of open files cannot be raised", () => {
    const limited = `ulimit -n 512; exec /bin/sh -c '${engineShell.replaceAll("'", `'\\''`)}' engine sh -c 'ulimit -n'`;
    expect(spawnSync("/bin/sh", ["-c", limited], { encoding: "utf8" }).stdout.trim()).toBe("512");
  });
});
