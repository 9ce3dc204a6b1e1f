import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { realEngine } from "../real/available";
import { allGone, type Rank, Ranks, said } from "./ranks";

const engine = realEngine();
const minutes = { timeout: 400_000 };
const lost = 5;

/** Two ranks of the engine itself, one pipeline over both. */
describe.skipIf(!engine.available && !process.env.CI)(`real ranks ${engine.reason}`, minutes, () => {
  let group: Ranks;
  let leader: Rank;
  let follower: Rank;

  const command = (rank: number) => [
    ...[engine.command, "serve", "Qwen/Qwen3-8B", "--port", String(group.httpPort), "--served-model-name", "qwen3"],
    ...["--max-model-len", "4096", "--shutdown-timeout", "120", "--pipeline-parallel-size", "2"],
    ...[
      "--nnodes",
      "2",
      "--node-rank",
      String(rank),
      "--master-addr",
      "127.0.0.1",
      "--master-port",
      String(group.masterPort),
    ],
    ...(rank > 0 ? ["--headless"] : []),
  ];
  const complete = (tokens: number, stream: boolean) =>
    fetch(`http://127.0.0.1:${group.httpPort}/v1/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer engine-key" },
      body: JSON.stringify({ model: "qwen3", prompt: "Hello", max_tokens: tokens, ignore_eos: true, stream }),
    });
  const healthy = () =>
    fetch(`http://127.0.0.1:${group.httpPort}/health`).then(
      ({ status }) => status,
      () => 0,
    );

  beforeEach(async () => {
    group = await Ranks.of(2);
    const env = { APHRODITE_HOST_IP: "127.0.0.1", APHRODITE_API_KEY: "engine-key", APHRODITE_CPU_KVCACHE_SPACE: "1" };
    const options = ["--lost-seconds", String(lost)];
    [leader, follower] = (await group.startAll((rank) => ({ command: command(rank), env, options }))) as [Rank, Rank];
    await expect.poll(healthy, { timeout: 300_000, interval: 500 }).toBe(200);
    const answer = await complete(3, false);
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ object: "text_completion" })]);
  }, 330_000);
  afterEach(() => group.kill());

  it("end together within 5 s when the follower's engine is killed", async () => {
    const [main] = follower.below();
    process.kill(Number(main), "SIGKILL");
    await allGone(group, [leader, follower], 5, 1);
    expect(leader.logs()).toContain("the engine of rank 1 has ended by itself with code -9");
  });

  it("end when the follower is frozen, also while a request runs", async () => {
    const running = await complete(3000, true);
    follower.freeze("SIGSTOP");
    expect(await healthy()).toBe(200);
    const { code, seconds } = await leader.gone();
    expect([code, seconds < lost + 5]).toEqual([1, true]);
    await running.body?.cancel().catch(() => undefined);
    follower.freeze("SIGCONT");
    await allGone(group, [follower], 5, 1);
  });

  it("end when the leader's pod is killed", async () => {
    leader.killPod();
    await allGone(group, [follower], 5, 1);
    expect(follower.logs()).toContain("rank 0 is lost");
  });

  it("complete a stream on SIGTERM of both, then end with 0", async () => {
    const store = connect(group.masterPort, "127.0.0.1");
    await once(store, "connect");
    store.destroy();
    const answer = await complete(400, true);
    const text = answer.text();
    follower.signal("SIGTERM");
    leader.signal("SIGTERM");
    await said(leader, "the engine finishes what it has");
    const lines = (await text).split("\n").filter((line) => line.startsWith("data: "));
    expect([lines.length, lines.at(-1)]).toEqual([401, "data: [DONE]"]);
    expect((await leader.gone()).code).toBe(0);
    expect(follower.logs()).not.toContain("the engine of rank 1 has ended");
    await allGone(group, [leader, follower], 5, 0);
  });
});
