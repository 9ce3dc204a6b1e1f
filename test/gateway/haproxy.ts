import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GatewayPlan, Timings } from "@sonar-iac/topology";
import { describe, it } from "vitest";
import { type HaproxySite, printHaproxy } from "../../packages/pulumi/src/gateway/haproxy";
import { testGateway, testTimings } from "./plan";
import { freePorts } from "./ports";
import { sleep, until } from "./wait";

/** The HAProxy under test: `HAPROXY`, or the one on the PATH. */
export const binary = process.env.HAPROXY ?? "haproxy";
const found = spawnSync(binary, ["-v"], { encoding: "utf8" });
const missing = found.status !== 0;
/** Its major version. */
export const version = Number(/version (\d+)/.exec(found.stdout ?? "")?.[1] ?? 0);

/** A group of tests that need HAProxy. In CI they fail without one; elsewhere they are skipped, and the title says why. */
export function describeGateway(name: string, body: () => void): void {
  if (!missing) describe(name, body);
  else if (process.env.CI)
    describe(name, () => {
      it("needs HAProxy", () => {
        throw new Error(`"${binary}" does not run. Install haproxy (2.6 or newer), or name it in HAPROXY.`);
      });
    });
  else describe.skip(`${name} (skipped: no haproxy on this machine; install it or name it in HAPROXY)`, body);
}

/** The key that the gateway shows to engines. */
export const engineKey = "internal-key-of-the-engines";
/** A client's key, valid unless a test says otherwise. */
export const clientKey = "sk-web-0123456789";

/** Line of the clients' file for a key. */
export const clientLine = (key: string, client: string) =>
  `${createHash("sha256").update(key).digest("hex").toUpperCase()} ${client}`;

export interface GatewayOptions {
  gateway?: Partial<GatewayPlan>;
  timings?: Partial<Timings["gateway"]>;
  engines: string[] | HaproxySite["engines"];
  /** What is told of routers in place of engines. */
  site?: Pick<HaproxySite, "routers" | "healthPath">;
  resolvers?: HaproxySite["resolvers"];
  /** Lines of the clients' file. */
  clients?: string[];
  /** PEM text; turns TLS on. */
  certificate?: string;
}

/** One line of the access log. */
export type AccessLine = Record<string, string | number>;

export interface RunningGateway {
  port: number;
  httpsPort: number;
  metricsPort: number;
  /** Everything printed so far, both streams. */
  output(): string;
  /** The access log so far. */
  lines(): AccessLine[];
  /** Sends a signal to HAProxy. */
  signal(name: NodeJS.Signals): void;
  /** Resolves when HAProxy is gone. */
  exited: Promise<void>;
  /** Ends HAProxy and removes its files. */
  stop(): Promise<void>;
}

/** Writes a configuration and its files into a new folder. */
export async function writeGateway(options: GatewayOptions) {
  const folder = mkdtempSync(join(tmpdir(), "gateway-"));
  const [http = 0, https = 0, metrics = 0] = await freePorts(3);
  const tls = options.certificate !== undefined;
  const site: HaproxySite = {
    engines: Array.isArray(options.engines) ? { kind: "static", addresses: options.engines } : options.engines,
    healthPath: "/health",
    clientsMapFile: join(folder, "clients.map"),
    engineKeyVariable: "ENGINE_KEY",
    certificateFile: tls ? join(folder, "tls.pem") : undefined,
    bindAddress: "127.0.0.1",
    resolvers: options.resolvers ?? "resolv.conf",
    ...options.site,
  };
  const gateway = { ...testGateway, ...options.gateway, tls, ports: { http, https: tls ? https : null, metrics } };
  const timings = { ...testTimings, gateway: { ...testTimings.gateway, ...options.timings } };
  const config = join(folder, "haproxy.cfg");
  writeFileSync(config, printHaproxy(gateway, timings, site));
  writeFileSync(site.clientsMapFile, `${(options.clients ?? [clientLine(clientKey, "web")]).join("\n")}\n`);
  if (site.certificateFile !== undefined) writeFileSync(site.certificateFile, options.certificate ?? "");
  return {
    folder,
    config,
    ports: { http, https, metrics },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Starts HAProxy in the foreground, as the gateway pods do, and waits until it takes connections. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { config, ports, remove } = await writeGateway(options);
  const child = spawn(binary, ["-db", "-f", config], {
    env: { ...process.env, ENGINE_KEY: engineKey },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (data) => (stdout += data));
  child.stderr.on("data", (data) => (stderr += data));
  const exited = gone(child);
  const healthy = async () => (await fetch(`http://127.0.0.1:${ports.http}/health`)).ok;
  await Promise.race([
    until("HAProxy's start", healthy),
    exited.then(() => {
      throw new Error(`HAProxy ended at once:\n${stderr}`);
    }),
  ]);
  return {
    port: ports.http,
    httpsPort: ports.https,
    metricsPort: ports.metrics,
    output: () => stdout + stderr,
    lines: () =>
      stdout
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as AccessLine),
    signal: (name) => child.kill(name),
    exited,
    stop: async () => {
      child.kill("SIGTERM");
      await Promise.race([exited, sleep(5000).then(() => child.kill("SIGKILL"))]);
      await exited;
      remove();
    },
  };
}

const gone = (child: ChildProcess) => new Promise<void>((resolve) => child.once("close", () => resolve()));
