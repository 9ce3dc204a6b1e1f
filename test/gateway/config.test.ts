import { spawnSync } from "node:child_process";
import type { Balance } from "@sonar-iac/topology";
import { expect, it } from "vitest";
import type { HaproxySite } from "../../packages/pulumi/src/gateway/haproxy";
import { certificate } from "./certificate";
import { binary, describeGateway, writeGateway } from "./haproxy";

const balances: Balance[] = [
  { policy: "least-requests" },
  { policy: "session-affinity", header: "x-session-id", maxImbalance: 1.25 },
  { policy: "prefix-affinity", prefixBytes: 1024, maxImbalance: 2 },
];
const discoveries: HaproxySite["engines"][] = [
  { kind: "static", addresses: ["127.0.0.1:2242", "[::1]:2242"] },
  { kind: "dns", records: ["_http._tcp.engines.llm.svc.cluster.local", "_http-1._tcp.engines.llm.svc.cluster.local"] },
];

const verdict = (config: string, env: NodeJS.ProcessEnv) => {
  const { status, stderr } = spawnSync(binary, ["-c", "-f", config], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return { status, complaints: stderr.split("\n").filter((line) => /WARNING|ALERT/.test(line)) };
};

describeGateway("HAProxy accepts the configuration", () => {
  for (const balance of balances)
    for (const tls of [false, true])
      for (const engines of discoveries)
        it(`without a warning: ${balance.policy}, ${tls ? "TLS" : "plain"}, ${engines.kind}`, async () => {
          const { config, remove } = await writeGateway({
            gateway: { balance },
            engines,
            certificate: tls ? certificate() : undefined,
          });
          expect(verdict(config, { ENGINE_KEY: "k" })).toEqual({ status: 0, complaints: [] });
          remove();
        });

  it("with a queue of nothing, and a nameserver of its own", async () => {
    const { config, remove } = await writeGateway({
      gateway: { admission: { perEngine: 1, queue: 0, queueSeconds: 0.5, retryAfterSeconds: 1 } },
      engines: { kind: "dns", records: ["_http._tcp.engines.test"] },
      resolvers: { nameserver: "127.0.0.1:53" },
    });
    expect(verdict(config, { ENGINE_KEY: "k" })).toEqual({ status: 0, complaints: [] });
    remove();
  });

  it("but not without the engines' key", async () => {
    const { config, remove } = await writeGateway({ engines: ["127.0.0.1:2242"] });
    const { status, complaints } = verdict(config, { ENGINE_KEY: undefined });
    expect(status).not.toBe(0);
    expect(complaints.join()).toContain("environment variable ENGINE_KEY is not set");
    remove();
  });
});
