import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../contract/wait";
import type { Engine } from "../real/engine";
import { mooncake } from "./available";
import { startWithStore } from "./engines";
import { complete, keysOf, letters, prompt } from "./operations";
import { Store } from "./store";

const { available, reason } = mooncake();
const minutes = 60_000;

/** Whole blocks of a prompt; what comes after them is not kept. */
const blocks = 12;

describe.skipIf(!available && !process.env.CI)(
  `A Mooncake store with engines ${reason}`,
  { timeout: 3 * minutes },
  () => {
    let store: Store;
    let saver: Engine;
    let loader: Engine;
    let node: Awaited<ReturnType<Store["startNode"]>>;
    const saved = prompt();
    let text: string;

    beforeAll(async () => {
      store = await Store.of();
      await store.startMaster();
      node = await store.startNode("64 MB");
      [saver, loader] = await Promise.all([startWithStore(store), startWithStore(store)]);
    }, 12 * minutes);
    afterAll(async () => {
      await Promise.all([saver, loader].map((engine) => engine?.stop("SIGKILL")));
      await store?.end();
    }, minutes);

    /** What an engine loads for a prompt that another one has saved. */
    const loads = async (engine: Engine, asked: string) => {
      const before = await keysOf(engine, "load_get");
      const answer = await complete(engine, asked);
      // counters come with the next report of the scheduler
      await complete(engine, "hello");
      return { ...answer, keys: (await keysOf(engine, "load_get")) - before };
    };

    it("keeps what one engine has computed: keys of 128 tokens each", async () => {
      const answer = await complete(saver, saved);
      expect(answer.status).toBe(200);
      text = answer.text;
      await until(
        () => keysOf(saver, "save_put", { status: "ok" }),
        (keys) => keys === blocks,
        30,
      );
      expect(await store.metric("master_key_count")).toBe(blocks);
      expect(await keysOf(saver, "load_get")).toBe(0);
    });

    it("gives it to another engine, whose text is the same", async () => {
      const { status, keys, ...answer } = await loads(loader, saved);
      expect([status, keys]).toEqual([200, blocks]);
      expect(answer.text).toBe(text);
      expect(await keysOf(loader, "save_put")).toBe(0);
    });

    it("gives it after the engine that saved it is gone, since store nodes own the memory", async () => {
      const later = prompt();
      const before = await complete(saver, later);
      await until(
        () => store.metric("master_key_count"),
        (keys) => keys === 2 * blocks,
        30,
      );
      await saver.stop("SIGKILL");
      const { status, keys, ...answer } = await loads(loader, later);
      expect([status, keys]).toEqual([200, blocks]);
      expect(answer.text).toBe(before.text);
    });

    it("gives it to an engine that starts later, also to one of another tenant, and not to one with another cache_prefix", async () => {
      await loader.stop("SIGKILL");
      [saver, loader] = await Promise.all([
        startWithStore(store, {
          tenant: "another",
          argv: ["--enable-chunked-prefill", "--max-num-batched-tokens", "200", "--max-num-seqs", "8"],
        }),
        startWithStore(store, { extra: { cache_prefix: "another" } }),
      ]);
      const tenant = await loads(saver, saved);
      expect([tenant.status, tenant.keys, tenant.text]).toEqual([200, blocks, text]);
      const prefix = await loads(loader, saved);
      expect([prefix.status, prefix.keys, prefix.text]).toEqual([200, 0, text]);
      await until(
        () => store.metric("master_key_count"),
        (keys) => keys === 3 * blocks,
        30,
      );
    });

    it("forgets all when its only node is gone, and takes new ones when a node is back", async () => {
      await node.end();
      await until(
        () => store.metric("master_key_count"),
        (keys) => keys === 0,
        30,
      );
      await store.startNode("64 MB");
      const again = prompt();
      expect((await complete(saver, again)).status).toBe(200);
      await until(
        () => store.metric("master_key_count"),
        (keys) => keys === blocks,
        30,
      );
    });

    it("ends with an engine whose chunk of a prompt fills the block that the chunk before it has begun: a fault of 0.24.1", async () => {
      // chunks of 200 tokens: 255 are one block and a part, 256 are two blocks, and the second chunk needs no new one
      expect((await complete(saver, letters(255))).status).toBe(200);
      expect((await complete(saver, letters(256))).status).toBe(500);
      await saver.exited;
      expect(saver.logs()).toContain("Missing current block table for store request");
    });

    it("lives with an engine that computes prompts whole, however many there are at once", async () => {
      const lengths = [256, 1536, 1408, 640, 3968, 1280, 256, 2048, 512, 1536, 3840, 128];
      const answers = await Promise.all(lengths.map((length) => complete(loader, letters(length))));
      expect(answers.map(({ status }) => status)).toEqual(lengths.map(() => 200));
      expect((await complete(loader, "hello")).status).toBe(200);
    });
  },
);
