import { afterEach, expect, it } from "vitest";
import { type Answer, ask, askChat } from "./client";
import { describeGateway, type GatewayOptions, type RunningGateway, startGateway } from "./haproxy";
import { freePorts } from "./ports";
import { type Handler, startUpstream, type Upstream } from "./upstream";
import { sleep, until } from "./wait";

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});
const upstream = async (handle?: Handler, port?: number): Promise<Upstream> => {
  const one = await startUpstream(handle, port);
  open.push(one);
  return one;
};
const gateway = async (options: GatewayOptions): Promise<RunningGateway> => {
  const one = await startGateway(options);
  open.push(one);
  return one;
};
const taking =
  (milliseconds: number): Handler =>
  async (_, response) => {
    await sleep(milliseconds);
    response.end("{}");
  };
const count = (answers: Answer[]) => {
  const counts: Record<string, number> = {};
  for (const { status, headers } of answers) {
    const key = [status, headers["x-sonar-reason"]].filter((part) => part !== undefined).join(" ");
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

describeGateway("Admission", () => {
  it("runs perEngine at once, queues as many as it may, and refuses the rest with 429 and Retry-After", async () => {
    const engines = [await upstream(taking(1500)), await upstream(taking(1500))];
    const { port } = await gateway({
      engines: engines.map(({ address }) => address),
      gateway: { admission: { perEngine: 2, queue: 3, queueSeconds: 10, retryAfterSeconds: 7 } },
    });
    const answers: Promise<Answer>[] = [];
    for (let n = 0; n < 12; n++) {
      answers.push(askChat(port));
      await sleep(30);
    }
    const all = await Promise.all(answers);
    expect(count(all)).toEqual({ 200: 7, "429 queue-full": 5 });
    expect(engines.map(({ most }) => most)).toEqual([2, 2]);
    const refused = all.find(({ status }) => status === 429);
    expect(refused?.headers).toMatchObject({ "retry-after": "7", "content-type": "application/json" });
    expect(refused?.json().error).toMatchObject({ type: "rate_limit_error", code: "queue-full" });
  });

  it.each(["least-requests", "session-affinity"] as const)(
    "a queue of 0 refuses what cannot run at once (%s)",
    async (policy) => {
      const engine = await upstream(taking(1000));
      const { port } = await gateway({
        engines: [engine.address],
        gateway: {
          balance: policy === "least-requests" ? { policy } : { policy, header: "x-session-id", maxImbalance: 1.25 },
          admission: { perEngine: 1, queue: 0, queueSeconds: 5, retryAfterSeconds: 1 },
        },
      });
      const first = askChat(port);
      await until("the first request", () => engine.running === 1);
      expect(count([await askChat(port), await first])).toEqual({ 200: 1, "429 queue-full": 1 });
      expect((await askChat(port)).status).toBe(200);
    },
  );

  it("503 queue-timeout for one that waited too long, and it never reaches an engine", async () => {
    const engine = await upstream(taking(2500));
    const running = await gateway({
      engines: [engine.address],
      gateway: { admission: { perEngine: 1, queue: 5, queueSeconds: 1, retryAfterSeconds: 4 } },
    });
    const first = askChat(running.port);
    await until("the first request", () => engine.running === 1);
    const begin = Date.now();
    const late = await askChat(running.port);
    expect(Date.now() - begin).toBeGreaterThan(900);
    expect([late.status, late.headers["x-sonar-reason"], late.headers["retry-after"]]).toEqual([
      503,
      "queue-timeout",
      "4",
    ]);
    expect(late.json().error).toMatchObject({
      type: "server_error",
      code: "queue-timeout",
      message: expect.stringContaining("in time"),
    });
    expect((await first).status).toBe(200);
    expect(engine.seen).toHaveLength(1);
    await until("its log line", () =>
      running.lines().find(({ reason, end }) => reason === "queue-timeout" && end === "sQ"),
    );
  });

  it("503 no-engine while none is well: at once when that is known, after the retries when it is not", async () => {
    const [dead = 0] = await freePorts(1);
    const { port } = await gateway({
      engines: [`127.0.0.1:${dead}`],
      gateway: { admission: { perEngine: 1, queue: 5, queueSeconds: 20, retryAfterSeconds: 4 } },
    });
    for (const wait of [0, 0, 2500]) {
      await sleep(wait);
      const answer = await askChat(port);
      expect([answer.status, answer.headers["x-sonar-reason"], answer.headers["retry-after"]]).toEqual([
        503,
        "no-engine",
        "4",
      ]);
      expect(answer.json().error).toMatchObject({
        type: "server_error",
        code: "no-engine",
        message: expect.stringContaining("can be reached"),
      });
    }
    await upstream(undefined, dead);
    await until("the engine's return", async () => (await askChat(port)).status === 200);
  });

  it("drops a request from the queue when its client has gone", async () => {
    const engine = await upstream(taking(1500));
    const { port } = await gateway({
      engines: [engine.address],
      gateway: { admission: { perEngine: 1, queue: 1, queueSeconds: 10, retryAfterSeconds: 1 } },
    });
    const first = askChat(port);
    await until("the first request", () => engine.running === 1);
    const leaving = new AbortController();
    const gone = askChat(port, { signal: leaving.signal }).catch(() => "gone");
    await sleep(200);
    leaving.abort();
    expect(await gone).toBe("gone");
    await sleep(200);
    const next = await askChat(port);
    expect([next.status, (await first).status]).toEqual([200, 200]);
    expect(engine.seen).toHaveLength(2);
  });

  it("1,000 requests at once: each gets 200, 429 or 503, none a reset", async () => {
    const engines = await Promise.all([1, 2, 3].map(() => upstream(taking(100))));
    const { port } = await gateway({
      engines: engines.map(({ address }) => address),
      gateway: {
        admission: { perEngine: 16, queue: 200, queueSeconds: 1, retryAfterSeconds: 1 },
        limits: { bodyBytes: 200_000, bufferBytes: 262_144, maxConnections: 4000 },
      },
    });
    const ends = await Promise.allSettled(Array.from({ length: 1000 }, () => askChat(port)));
    expect(ends.filter(({ status }) => status === "rejected")).toEqual([]);
    const statuses = new Set(ends.flatMap((end) => (end.status === "fulfilled" ? [end.value.status] : [])));
    expect([...statuses].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    expect(statuses).toContain(200);
    expect(Math.max(...engines.map(({ most }) => most))).toBeLessThanOrEqual(16);
    expect((await ask(port, "/v1/models")).status).toBe(200);
  });
});
