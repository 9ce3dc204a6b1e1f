import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { engineShell, rankShell, startupScript, stopScript } from "./scripts";

/** Runs the startup probe against a server on loopback; with a proxy in the environment that must not be asked. */
async function probe(answer: RequestListener, warm: boolean, counterparts: string[] = []) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const env = { ...process.env, APHRODITE_API_KEY: "engine-key", http_proxy: "http://127.0.0.1:1" };
  const child = spawn("python3", ["-c", startupScript, String(port), "qwen3", String(warm), ...counterparts], { env });
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

describe("the startup probe of one side of a pair", () => {
  // addresses stand for names: the resolver gives them back
  const well = "127.0.0.1";
  const dead = "127.0.0.2";
  // no name of a host: refused without asking any DNS
  const nobody = "-";
  /** The exit code, and how often health was asked for: once by the engine's own probe, and once on the same server as a counterpart. */
  const started = async (...counterparts: string[]) => {
    const { code, asked, errors } = await probe((_, response) => response.end("{}"), false, counterparts);
    return { code, asked: asked.length, waits: errors.includes("of another compatibility") };
  };

  it("does not wait where there is no counterpart at all", async () =>
    expect(await started(nobody, nobody)).toEqual({ code: 0, asked: 1, waits: false }));
  it("does not wait where a ready counterpart is compatible", async () =>
    expect(await started(dead, dead)).toEqual({ code: 0, asked: 1, waits: false }));
  it("waits where all that are ready are of another compatibility", async () =>
    expect(await started(dead, nobody)).toEqual({ code: 1, asked: 1, waits: true }));
  it("waits while the compatible one does not answer", async () =>
    expect(await started("127.0.0.3", dead)).toEqual({ code: 1, asked: 1, waits: true }));
  it("begins together with the compatible one, which need not be ready", async () =>
    expect(await started(dead, well)).toEqual({ code: 0, asked: 2, waits: false }));
});

describe("the stop", () => {
  /** Runs it for an engine that is a shell with one child; tells how long it took and what became of the child. */
  async function stop(port: number, seconds: number, ended?: string) {
    const engine = spawn("sh", ["-c", "sleep 60 & echo $!; wait"], { stdio: ["ignore", "pipe", "ignore"] });
    const closed = new Promise((resolve) => engine.on("close", resolve));
    const loading = Number(await new Promise((resolve) => engine.stdout.once("data", resolve)));
    const start = Date.now();
    const child = spawn("python3", ["-c", stopScript, String(port), String(seconds), ended ?? String(engine.pid)]);
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
  /** A port that nothing listens on. */
  async function closedPort() {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }

  it("waits while the engine serves", async () => {
    const server = createServer((_, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { code, took, alive } = await stop((server.address() as AddressInfo).port, 1);
    server.close();
    expect([code, took >= 1, alive]).toEqual([0, true, true]);
  });

  it("ends the core of an engine that still loads, and does not wait", async () => {
    const { code, took, alive } = await stop(await closedPort(), 30);
    expect([code, took < 20, alive]).toEqual([0, true, false]);
  });

  it("leaves one that loads to its supervisor", async () => {
    const { code, took, alive } = await stop(await closedPort(), 30, "0");
    expect([code, took < 20, alive]).toEqual([0, true, true]);
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

describe("the shell of a rank", () => {
  const asRoot = process.getuid?.() === 0 ? [] : ["--map-root-user"];
  /** As process 1 of its own namespace, which hears of no signal that it has no handler for. */
  const rank = (python: string) =>
    spawn("unshare", [
      ...asRoot,
      "--pid",
      "--fork",
      "--kill-child",
      "/bin/sh",
      "-c",
      rankShell,
      "engine",
      "python3",
      "-c",
      python,
    ]);
  const inside = async ({ pid }: ReturnType<typeof rank>) => {
    for (;;) {
      const shell = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim());
      if (shell > 0) return shell;
      await sleep(1);
    }
  };
  const ended = (child: ReturnType<typeof rank>) =>
    new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));

  it("hands on what its program ends with", async () => {
    expect(await ended(rank("import sys; sys.exit(3)"))).toBe(3);
  });

  it.each([20, 60, 150])("ends its program when it is told to after %i ms, before that has a handler", async (wait) => {
    const child = rank("import time; time.sleep(60)");
    const end = ended(child);
    const shell = await inside(child);
    await sleep(wait);
    process.kill(shell, "SIGTERM");
    expect(await end).toBe(143);
  });

  it("leaves it to a program that has one, each time", async () => {
    const python = [
      "import signal, sys, time",
      "heard = []",
      "signal.signal(signal.SIGTERM, lambda *_: heard.append(1))",
      "print('ready', flush=True)",
      "while len(heard) < 2: time.sleep(0.02)",
      "sys.exit(7)",
    ].join("\n");
    const child = rank(python);
    const end = ended(child);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const shell = await inside(child);
    process.kill(shell, "SIGTERM");
    await sleep(300);
    process.kill(shell, "SIGTERM");
    expect(await end).toBe(7);
  });
});
