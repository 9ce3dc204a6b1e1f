import { expect, it } from "vitest";
import { Queue } from "./queue";

it("works on a key one at a time, and once more when it was asked for meanwhile", async () => {
  let running = 0;
  const done: string[] = [];
  const gates: (() => void)[] = [];
  const queue = new Queue(async (key) => {
    expect(++running).toBe(1);
    await new Promise<void>((open) => gates.push(open));
    running--;
    done.push(key);
  }, expect.fail);
  for (let asked = 0; asked < 5; asked++) queue.add("a");
  await expect.poll(() => gates.length).toBe(1);
  queue.add("a");
  gates[0]?.();
  await expect.poll(() => gates.length).toBe(2);
  gates[1]?.();
  await queue.end();
  expect(done).toEqual(["a", "a"]);
});

it("tries again what failed, says so, and goes on with others", async () => {
  const said: string[] = [];
  const done: string[] = [];
  let failures = 2;
  const work = async (key: string) => {
    if (key === "bad" && failures-- > 0) throw new Error("not yet");
    done.push(key);
  };
  const queue = new Queue(work, (text) => said.push(text), 20);
  queue.add("bad");
  queue.add("good");
  await expect.poll(() => done).toEqual(["good", "bad"]);
  expect(said).toEqual(["bad: not yet", "bad: not yet"]);
  await queue.end();
});

it("takes nothing more once it has ended", async () => {
  const done: string[] = [];
  const queue = new Queue(async (key) => void done.push(key), expect.fail);
  await queue.end();
  queue.add("a");
  await new Promise((settled) => setTimeout(settled, 20));
  expect(done).toEqual([]);
});
