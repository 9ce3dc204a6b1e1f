import { afterEach, expect, it } from "vitest";
import { askChat, chat } from "./client";
import { startEngineProcess } from "./engineProcess";
import { describeGateway, startGateway } from "./haproxy";
import { sleep, until } from "./wait";

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

/** Two engines in processes of their own, and a gateway. */
async function pair() {
  const engines = [await startEngineProcess(), await startEngineProcess()] as const;
  const gateway = await startGateway({ engines: engines.map(({ address }) => address) });
  open.push(...engines, gateway);
  return { engines, gateway };
}
const servedBy = async (port: number) => (await askChat(port)).json<{ pid: number }>().pid;

describeGateway("An engine's process", () => {
  it("freezes: new requests avoid it after about 5 s, its own are answered when it goes on", async () => {
    const {
      engines: [frozen, well],
      gateway: { port },
    } = await pair();
    await until("both engines' use", async () =>
      (await Promise.all([servedBy(port), servedBy(port)])).every(
        (pid, _, all) => all.includes(frozen.pid ?? 0) && pid > 0,
      ),
    );
    frozen.signal("SIGSTOP");
    const caught = Array.from({ length: 2 }, () => askChat(port));
    await sleep(6000);
    const begin = Date.now();
    for (let n = 0; n < 10; n++) expect(await servedBy(port)).toBe(well.pid);
    expect(Date.now() - begin).toBeLessThan(2000);
    frozen.signal("SIGCONT");
    expect((await Promise.all(caught)).map(({ status }) => status)).toEqual([200, 200]);
    await until("its return", async () =>
      (await Promise.all([servedBy(port), servedBy(port)])).includes(frozen.pid ?? 0),
    );
  });

  it("is killed under load: what ran on it gets 502 with a reason, all else succeeds", async () => {
    const {
      engines: [doomed, well],
      gateway: { port },
    } = await pair();
    const running = Array.from({ length: 8 }, () => askChat(port, { body: chat({ ms: 2000 }) }));
    await sleep(500);
    // until it is gone its socket still takes connections, and what came by them is lost with it
    await doomed.stop();
    const next = Array.from({ length: 20 }, () => servedBy(port));
    const ends = (await Promise.all(running)).map(({ status, headers }) =>
      `${status} ${headers["x-sonar-reason"] ?? ""}`.trim(),
    );
    // both had some; two threads of HAProxy may share eight out as five and three
    expect(new Set(ends)).toEqual(new Set(["200", "502 engine-lost"]));
    expect(new Set(await Promise.all(next))).toEqual(new Set([well.pid]));
  });
});
