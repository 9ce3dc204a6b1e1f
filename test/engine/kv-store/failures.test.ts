import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../contract/client";
import { until } from "../contract/wait";
import type { Engine } from "../real/engine";
import { mooncake } from "./available";
import { launchWithStore, startWithStore } from "./engines";
import { complete, keysOf, prompt } from "./operations";
import { type Program, Store } from "./store";

const { available, reason } = mooncake();
const minutes = 60_000;

/** How long the master goes on listing what a lost node held. */
const listedSeconds = 20;

/** The client library's own bound for a transfer; no variable changes it. */
const transferSeconds = 60;

/** The engines serve without their store, and come back to it by themselves. What is lost, and for how long, is said in each title. */
describe.skipIf(!available && !process.env.CI)(
  `A Mooncake store that fails ${reason}`,
  { timeout: 4 * minutes },
  () => {
    let store: Store;
    let master: Program;
    let node: Program;
    /** Looks up in its scheduler's way, as engines do by default; computes what cannot be loaded. */
    let recomputes: Engine;
    /** Looks up beside its scheduler; fails what cannot be loaded, as engines do by default. */
    let fails: Engine;

    beforeAll(async () => {
      store = await Store.of();
      master = await store.startMaster({ client_ttl: listedSeconds });
      node = await store.startNode("64 MB");
      [recomputes, fails] = await Promise.all([
        startWithStore(store, { failure: "recompute" }),
        startWithStore(store, { failure: "fail", extra: { lookup_async: true } }),
      ]);
    }, 12 * minutes);
    afterAll(async () => {
      await Promise.all([recomputes, fails].map((engine) => engine?.stop("SIGKILL")));
      await store?.end();
    }, minutes);

    const both = <T>(ask: (engine: Engine) => Promise<T>) => Promise.all([recomputes, fails].map(ask));
    const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);

    /** A prompt that an engine has saved, and its text. */
    const saved = async (engine: Engine) => {
      const text = prompt();
      const keys = await store.metric("master_key_count");
      const answer = await complete(engine, text);
      expect(answer.status).toBe(200);
      await until(
        () => store.metric("master_key_count"),
        (now) => now >= keys + 12,
        30,
      );
      return { prompt: text, text: answer.text };
    };

    /** Both engines save and load for each other, at the latest after some seconds. */
    const shares = async () => {
      const once = async () => {
        const before = await both((engine) => keysOf(engine, "load_get", { status: "ok" }));
        const [one, two] = [prompt(), prompt()];
        const [first, second] = [await complete(fails, one), await complete(recomputes, two)];
        const [third, fourth] = [await complete(recomputes, one), await complete(fails, two)];
        // while nodes are mounted again, what the master lists may be gone
        if (![first, second, third, fourth].every(({ status }) => status === 200)) return false;
        expect([third.text, fourth.text]).toEqual([first.text, second.text]);
        await both((engine) => complete(engine, "hello"));
        const after = await both((engine) => keysOf(engine, "load_get", { status: "ok" }));
        return after.every((keys, index) => keys > (before[index] ?? 0));
      };
      await until(once, (right) => right, 60);
    };

    it("master frozen: requests wait for time-outs of the look-up, and no failed look-up is counted", async () => {
      await shares();
      const failed = () => both((engine) => keysOf(engine, "lookup_exists", { count: "failed" }));
      master.freeze("SIGSTOP");
      const answers = await both((engine) => complete(engine, prompt()));
      expect(statuses(answers)).toEqual([200, 200]);
      for (const { seconds } of answers) {
        expect(seconds).toBeGreaterThan(1.9);
        expect(seconds).toBeLessThan(15);
      }
      expect(await failed()).toEqual([0, 0]);
      // what is to be saved fails, and that is counted
      const lost = () => both((engine) => keysOf(engine, "save_put", { status: "partial_failure", count: "failed" }));
      await until(
        async () => {
          await both((engine) => complete(engine, "hello"));
          return lost();
        },
        (keys) => keys.every((count) => count >= 12),
        60,
      );
      expect((await both((engine) => call(engine, "/health"))).map(({ status }) => status)).toEqual([200, 200]);
      master.freeze("SIGCONT");
      await shares();
    });

    it("master killed: look-ups cost some seconds each, one after the other; started again, empty, it is used at once, and nothing else is restarted", async () => {
      const { text, prompt: known } = await saved(fails);
      await master.end();
      const answers = await both((engine) => complete(engine, prompt()));
      expect(statuses(answers)).toEqual([200, 200]);
      for (const { seconds } of answers) expect(seconds).toBeLessThan(15);
      // an engine looks up one after the other, so what comes at once waits for all before it
      const burst = await Promise.all([1, 2, 3, 4].map(() => complete(fails, prompt())));
      expect(statuses(burst)).toEqual([200, 200, 200, 200]);
      expect(Math.max(...burst.map(({ seconds }) => seconds))).toBeGreaterThan(8);
      master = await store.startMaster({ client_ttl: listedSeconds });
      await until(
        () => store.metric("master_total_capacity_bytes"),
        (bytes) => bytes === 64 * 1024 * 1024,
        30,
      );
      expect(await store.metric("master_key_count")).toBeLessThan(12);
      expect(await complete(recomputes, known)).toMatchObject({ status: 200, text });
      await shares();
    });

    it("node killed: while the master still lists its keys, policy fail answers 500 and recompute computes", async () => {
      const one = await saved(recomputes);
      const two = await saved(fails);
      await node.end();
      expect(await complete(fails, one.prompt)).toMatchObject({ status: 500 });
      expect(await complete(recomputes, two.prompt)).toMatchObject({ status: 200, text: two.text });
      await both((engine) => complete(engine, "hello"));
      const failed = await both((engine) => keysOf(engine, "load_get", { status: "partial_failure" }));
      expect(failed.every((keys) => keys > 0)).toBe(true);
      await until(
        () => store.metric("master_key_count"),
        (keys) => keys === 0,
        listedSeconds + 30,
      );
      expect(statuses(await both((engine) => complete(engine, prompt())))).toEqual([200, 200]);
      node = await store.startNode("64 MB");
      await shares();
    });

    it("node frozen: a load that has begun hangs for 60 s, whatever is set; other requests are served", async () => {
      const one = await saved(recomputes);
      const two = await saved(fails);
      node.freeze("SIGSTOP");
      const loads = [complete(fails, one.prompt), complete(recomputes, two.prompt)] as const;
      const others = await both((engine) => complete(engine, prompt()));
      expect(statuses(others)).toEqual([200, 200]);
      for (const { seconds } of others) expect(seconds).toBeLessThan(transferSeconds / 2);
      const [failed, computed] = await Promise.all(loads);
      expect(failed.status).toBe(500);
      expect(computed).toMatchObject({ status: 200, text: two.text });
      for (const { seconds } of [failed, computed]) {
        expect(seconds).toBeGreaterThan(transferSeconds - 2);
        expect(seconds).toBeLessThan(transferSeconds + 30);
      }
      expect(await store.metric("master_total_capacity_bytes")).toBe(0);
      node.freeze("SIGCONT");
      await until(
        () => store.metric("master_total_capacity_bytes"),
        (bytes) => bytes > 0,
        30,
      );
      await shares();
    });

    it("full: requests go on, and the master drops old keys", async () => {
      await node.end();
      await until(
        () => store.metric("master_total_capacity_bytes"),
        (bytes) => bytes === 0,
        listedSeconds + 30,
      );
      node = await store.startNode("16 MB");
      for (let times = 0; times < 10; times++) {
        expect(statuses(await both((engine) => complete(engine, prompt())))).toEqual([200, 200]);
      }
      await until(
        () => store.metric("master_evicted_key_count"),
        (keys) => keys > 0,
        60,
      );
      expect(await store.metric("master_allocated_bytes")).toBeLessThanOrEqual(16 * 1024 * 1024);
      await shares();
    });

    it("no master: an engine that starts tries for a while, then ends", async () => {
      await both((engine) => engine.stop("SIGKILL"));
      await master.end();
      const engine = await launchWithStore(store, { env: { MC_STORE_CLIENT_SETUP_RETRIES: "2" } });
      expect(await engine.exited).toEqual({ code: 1, signal: null });
      expect(engine.logs()).toContain("Initialize MooncakeDistributedStore failed");
    });
  },
);
