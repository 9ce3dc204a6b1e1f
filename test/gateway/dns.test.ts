import { afterEach, expect, it } from "vitest";
import { askChat, chat } from "./client";
import { type NameServer, startNameServer } from "./dns";
import { describeGateway, type RunningGateway, startGateway } from "./haproxy";
import { type Handler, ok, startUpstream, type Upstream } from "./upstream";
import { sleep, until } from "./wait";

const record = "_http._tcp.engines.llm.svc.cluster.local";
const slots = 8;

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

/** Ten seconds of stream where the body asks for it. */
const handle: Handler = async (seen, response, request) => {
  if (!seen.body.includes('"long"')) return ok(seen, response, request);
  for (let n = 0; n < 60 && !response.destroyed; n++) {
    response.write("data: x\n\n");
    await sleep(100);
  }
  response.end("data: [DONE]\n\n");
};

/** Engines, of which the record names `named`, and a gateway that looks it up. */
async function discovered(count: number, named: number) {
  const engines = await Promise.all(Array.from({ length: count }, () => startUpstream(handle)));
  const dns = await startNameServer(
    record,
    engines.slice(0, named).map(({ port }) => port),
  );
  const gateway = await startGateway({
    engines: { kind: "dns", records: [record] },
    resolvers: { nameserver: dns.address },
    gateway: { slots },
  });
  open.push(dns, ...engines, gateway);
  return { engines, dns, gateway };
}
const usable = (gateway: RunningGateway, count: number, seconds = 10) =>
  until(
    `the use of ${count} engines`,
    async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${gateway.metricsPort}/metrics`)).text();
      return metrics.match(/haproxy_server_status\{[^}]*state="UP"\} 1$/gm)?.length === count;
    },
    seconds,
  );
const allServed = (port: number, engines: Upstream[]) =>
  until("an answer of each engine", async () => {
    await askChat(port);
    return engines.every(({ seen }) => seen.length > 0);
  });
const remove = (dns: NameServer, port: number) => {
  dns.ports = dns.ports.filter((one) => one !== port);
};

describeGateway("Engines by DNS", () => {
  it("are found, more of them as they come, with 503 while there are none", async () => {
    const { engines, dns, gateway } = await discovered(3, 0);
    const none = await askChat(gateway.port);
    expect([none.status, none.headers["x-sonar-reason"]]).toEqual([503, "no-engine"]);
    dns.ports = engines.slice(0, 1).map(({ port }) => port);
    await until("the first answer", async () => (await askChat(gateway.port)).status === 200);
    dns.ports = engines.map(({ port }) => port);
    await allServed(gateway.port, engines);
  });

  it("are found before the gateway calls itself healthy, so that a new gateway refuses nobody", async () => {
    for (const _ of [1, 2, 3]) {
      const { gateway } = await discovered(2, 2);
      expect((await askChat(gateway.port)).status).toBe(200);
    }
  });

  it("that leave get nothing new after about 3 s, but finish what they have", async () => {
    const { engines, dns, gateway } = await discovered(2, 2);
    await allServed(gateway.port, engines);
    const streams = [1, 2].map(() => askChat(gateway.port, { body: chat({ kind: "long" }) }));
    await until("the streams", () => engines.every(({ running }) => running === 1));
    const [leaving, staying] = engines as [Upstream, Upstream];
    remove(dns, leaving.port);
    await sleep(3000);
    const before = leaving.seen.length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => askChat(gateway.port)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(leaving.seen).toHaveLength(before);
    expect(leaving.running).toBe(1);
    for (const { status, text } of await Promise.all(streams)) {
      expect(status).toBe(200);
      expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
    }
    expect(staying.seen.length).toBeGreaterThan(20);
  });

  it("that all leave are gone as well: the last one gets nothing new", async () => {
    const { engines, dns, gateway } = await discovered(1, 1);
    await allServed(gateway.port, engines);
    dns.ports = [];
    await until(
      "the end of its use",
      async () => (await askChat(gateway.port)).headers["x-sonar-reason"] === "no-engine",
      5,
    );
  });

  it.each(["silent", "server-failure"] as const)("stay while the name server is in trouble (%s)", async (mood) => {
    const { engines, dns, gateway } = await discovered(2, 2);
    await allServed(gateway.port, engines);
    const queries = dns.queries;
    dns.mood = mood;
    await sleep(6000);
    expect(dns.queries).toBeGreaterThan(queries + 1);
    const answers = await Promise.all(Array.from({ length: 10 }, () => askChat(gateway.port)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    dns.mood = "ok";
    const [leaving] = engines as [Upstream, Upstream];
    remove(dns, leaving.port);
    await usable(gateway, 1);
  });

  it("use no more slots than there are, and free them", async () => {
    const { engines, dns, gateway } = await discovered(slots + 2, slots + 2);
    await usable(gateway, slots);
    dns.ports = engines.slice(slots - 2).map(({ port }) => port);
    await usable(gateway, 4);
    await allServed(gateway.port, engines.slice(slots - 2));
  });
});
