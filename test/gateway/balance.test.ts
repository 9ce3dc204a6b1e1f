import type { Balance } from "@sonar-iac/topology";
import { afterEach, expect, it } from "vitest";
import { ask, askChat, chat } from "./client";
import { describeGateway, startGateway } from "./haproxy";
import { type Handler, ok, startUpstream, type Upstream } from "./upstream";
import { sleep, until } from "./wait";

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

/** Engines behind a gateway with the policy. */
async function engines(
  count: number,
  balance: Balance,
  handle: Handler = ok,
): Promise<{ all: Upstream[]; port: number }> {
  const all = await Promise.all(Array.from({ length: count }, () => startUpstream(handle)));
  const gateway = await startGateway({
    engines: all.map(({ address }) => address),
    gateway: { balance, admission: { perEngine: 64, queue: 64, queueSeconds: 10, retryAfterSeconds: 1 } },
  });
  open.push(...all, gateway);
  return { all, port: gateway.port };
}
const held: Handler = async (_, response) => {
  await sleep(1500);
  response.end("{}");
};
const session = { policy: "session-affinity", header: "x-session-id", maxImbalance: 1.25 } as const;
const prefix = { policy: "prefix-affinity", prefixBytes: 1024, maxImbalance: 1.25 } as const;
const served = (all: Upstream[]) => all.map(({ seen }) => seen.length);

describeGateway("The choice of an engine", () => {
  it("least-requests: the fewest running ones", async () => {
    const { all, port } = await engines(3, { policy: "least-requests" }, held);
    const running = [];
    for (let n = 0; n < 12; n++) {
      running.push(askChat(port));
      await until("its arrival", () => served(all).reduce((sum, one) => sum + one) === n + 1);
    }
    expect(served(all)).toEqual([4, 4, 4]);
    await Promise.all(running);
  });

  it("session-affinity: a session stays, sessions spread", async () => {
    const { all, port } = await engines(3, session);
    for (let turn = 0; turn < 3; turn++)
      for (let user = 0; user < 30; user++) await askChat(port, { headers: { "x-session-id": `user-${user}` } });
    const homes = new Map<unknown, Set<number>>();
    all.forEach((one, index) => {
      for (const { headers } of one.seen)
        homes.set(headers["x-session-id"], (homes.get(headers["x-session-id"]) ?? new Set()).add(index));
    });
    expect([...homes.values()].map(({ size }) => size)).toEqual(Array(30).fill(1));
    for (const share of served(all)) expect(share).toBeGreaterThan(0);
  });

  it("session-affinity: one session that asks for everything at once may not fill one engine", async () => {
    const { all, port } = await engines(4, session, held);
    const running = [];
    for (let n = 0; n < 40; n++) {
      running.push(askChat(port, { headers: { "x-session-id": "greedy" } }));
      await until("its arrival", () => served(all).reduce((sum, one) => sum + one) === n + 1);
    }
    expect(Math.max(...all.map(({ most }) => most))).toBeLessThanOrEqual(Math.ceil((40 / 4) * 1.25) + 1);
    await Promise.all(running);
  });

  it.each([session, prefix])("$policy: requests without a key spread", async (balance) => {
    const { all, port } = await engines(3, balance);
    for (let n = 0; n < 60; n++) await ask(port, "/v1/models");
    for (const share of served(all)) expect(share).toBeGreaterThan(3);
  });

  it("prefix-affinity: bodies that begin alike go to the same engine, others spread", async () => {
    const { all, port } = await engines(3, prefix);
    const body = (document: number, question: string) =>
      chat({ prompt: `${document} ${"long document ".repeat(100)}`, question });
    for (const question of ["what?", "why?", "how? ".repeat(2000)])
      for (let document = 0; document < 30; document++) await askChat(port, { body: body(document, question) });
    const homes = new Map<string, Set<number>>();
    all.forEach((one, index) => {
      for (const seen of one.seen)
        homes.set(seen.body.slice(0, 1024), (homes.get(seen.body.slice(0, 1024)) ?? new Set()).add(index));
    });
    expect([...homes.values()].map(({ size }) => size)).toEqual(Array(30).fill(1));
    for (const share of served(all)) expect(share).toBeGreaterThan(0);
  });

  it("prefix-affinity: a chunked body counts like one with a length", async () => {
    const { all, port } = await engines(4, prefix);
    const body = chat({ prompt: "the same ".repeat(200) });
    for (const chunked of [true, false, true, false]) await askChat(port, { body, chunked });
    expect(served(all).filter((share) => share > 0)).toEqual([4]);
  });
});
