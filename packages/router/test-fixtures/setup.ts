import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { RouterConfig } from "../src/config/config";
import { StaticEngines } from "../src/discovery/static";
import type { Fields, Log } from "../src/log/log";
import { Router } from "../src/router";
import { testConfig } from "./config";
import { FakeEngine } from "./fakeEngine";

/** A router with fake engines. */
export interface Setup {
  router: Router;
  url: string;
  config: RouterConfig;
  prefill: FakeEngine[];
  decode: FakeEngine[];
  lines: { level: string; event: string; fields: Fields }[];
  metrics(): Promise<string>;
  /** The value of the series that begins so; the sum of several. */
  metric(begin: string): Promise<number>;
  stop(): Promise<void>;
}

/** What a test wants otherwise than usual. */
export interface SetupOptions {
  prefill?: number;
  decode?: number;
  config?: Partial<RouterConfig>;
  key?: string;
  /** Compatibility of the engine at a place. */
  compatibility?(role: "prefill" | "decode", at: number): string;
}

/** Why the router itself has answered. */
export const reason = ({ headers }: { headers: Record<string, unknown> }) => headers["x-sonar-reason"];

/** Starts fake engines and a router in this process, and waits until it is ready. */
export async function setUp(options: SetupOptions = {}): Promise<Setup> {
  const prefill = await many(options.prefill ?? 1, () => FakeEngine.start("prefill"));
  const decode = await many(options.decode ?? 1, () => FakeEngine.start("decode", prefill));
  const of = (role: "prefill" | "decode", engines: FakeEngine[]) =>
    engines.map(({ url }, at) => ({ url, compatibility: options.compatibility?.(role, at) ?? "" }));
  const discovery = { kind: "static" as const, prefill: of("prefill", prefill), decode: of("decode", decode) };
  const config = testConfig({ discovery, ...options.config });
  const lines: Setup["lines"] = [];
  const say =
    (level: string) =>
    (event: string, fields: Fields = {}) =>
      void lines.push({ level, event, fields });
  const log: Log = { info: say("info"), warn: say("warn"), error: say("error"), flush: () => undefined };
  const router = await Router.start({
    config,
    key: options.key,
    log,
    discovery: (listener) =>
      new StaticEngines(
        () => discovery,
        listener,
        () => undefined,
      ),
  });
  const url = `http://127.0.0.1:${router.port}`;
  const metrics = async () => (await fetch(`http://127.0.0.1:${router.metricsPort}/metrics`)).text();
  const expected = prefill.length + decode.length;
  await until(async () => sum(await metrics(), /^sonar_router_engines\{.*state="usable"/) === expected);
  return {
    router,
    url,
    config,
    prefill,
    decode,
    lines,
    metrics,
    metric: async (begin) => sum(await metrics(), begin),
    stop: async () => {
      await Promise.all([...prefill, ...decode].map((engine) => engine.kill().catch(() => undefined)));
      await router.stop();
    },
  };
}

async function many<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, make));
}

function sum(text: string, begin: string | RegExp): number {
  const wanted = text
    .split("\n")
    .filter((line) => (typeof begin === "string" ? line.startsWith(begin) : begin.test(line)));
  return wanted.reduce((total, line) => total + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
}

/** Waits until something is so. */
export async function until(so: () => boolean | Promise<boolean>, seconds = 10): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await so())) {
    if (performance.now() > end) throw new Error(`not within ${seconds} s: ${so}`);
    await sleep(10);
  }
}

/** An answer, wholly read. `broken`: the connection ended before it was complete. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  broken: boolean;
}

/** A request under way. */
export interface Asked {
  answer: Promise<Answer>;
  /** The client goes away. */
  leave(): void;
  /** What has come of the body so far. */
  soFar(): string;
}

/** Sends a request on a connection of its own. A body that is no text is sent as JSON. */
export function ask(
  url: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  method = body === undefined ? "GET" : "POST",
): Asked {
  let text = "";
  let leave: () => void = () => undefined;
  const answer = new Promise<Answer>((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      { method, agent: false, headers: { "content-type": "application/json", ...headers } },
      (res) => {
        res.setEncoding("utf8").on("data", (more: string) => {
          text += more;
        });
        res.on("error", () => undefined);
        res.on("close", () =>
          resolve({ status: res.statusCode ?? 0, headers: res.headers, text, broken: !res.complete }),
        );
      },
    );
    sent.on("error", reject);
    leave = () => void sent.destroy();
    sent.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
  });
  answer.catch(() => undefined);
  return { answer, leave: () => leave(), soFar: () => text };
}
