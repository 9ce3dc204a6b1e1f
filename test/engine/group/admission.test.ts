import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allGone, type Rank, type RankStart, Ranks, said } from "./ranks";

let group: Ranks;
beforeEach(async () => {
  group = await Ranks.of(3);
});
afterEach(() => group.kill());

const command = (...words: string[]) => ["python3", "-c", "pass", "tiny", ...words];

describe("rank 0 refuses, and says so at both ends", () => {
  const wrong: [string, Partial<RankStart>, string][] = [
    ["a rank twice", { rank: 1 }, "127.0.0.1 has that rank. Give each pod of the group a rank of its own"],
    [
      "another size",
      { rank: 2, size: 4 },
      "it was started for 4 ranks, rank 0 for 3. Give all pods the same size and --nnodes",
    ],
    ["a rank beyond", { rank: 3, size: 4, options: ["--size", "4"] }, "it was started for 4 ranks, rank 0 for 3"],
    [
      "another command",
      { rank: 2, words: ["--max-model-len", "8192"] },
      'another command: "--max-model-len", where rank 0 has nothing more',
    ],
    [
      "another environment",
      { rank: 2, env: { NCCL_DEBUG: "INFO" } },
      "another environment: NCCL_DEBUG differ from rank 0's",
    ],
    ["another image", { rank: 2, options: ["--image", "sonar:2"] }, "another image: sonar:2, rank 0 has sonar:1"],
  ];
  it.each(wrong)("%s", async (_, how, message) => {
    const leader = await group.start({ rank: 0, options: ["--image", "sonar:1"] });
    const first = await group.start({ rank: 1, options: ["--image", "sonar:1"] });
    await said(first, "rank 0 has this rank");
    const other = await group.start({ rank: 2, options: ["--image", "sonar:1"], ...how });
    await allGone(group, [leader, first, other], 8, 1);
    for (const one of [leader, first, other]) {
      expect(one.logs()).toContain(`is refused: ${message}`);
      expect(one.logs()).not.toContain("engine {");
    }
  });

  it("a rank for a group that runs, which goes on", async () => {
    const all = await group.up();
    const late = await group.start({ rank: 1 });
    await allGoneBut(late);
    expect(late.logs()).toContain("the group runs already");
    for (const one of all) expect(one.below().length).toBeGreaterThan(0);
  });
  const allGoneBut = async (late: Rank) => expect((await late.gone()).code).toBe(1);
});

describe("a rank refuses its own command", () => {
  const own: [string, RankStart, string][] = [
    ["wrong --nnodes", { rank: 1, command: command("--nnodes", "2") }, "--nnodes 2, but its group has 3 pods"],
    ["wrong --node-rank", { rank: 1, command: command("--nnodes=3", "--node-rank=2") }, "give --node-rank 1"],
    ["no --node-rank", { rank: 1, command: command("--nnodes", "3") }, "has no --node-rank"],
    ["a worker with an API", { rank: 1, command: command("--nnodes", "3", "--node-rank", "1") }, "has no --headless"],
    ["a leader without", { rank: 0, command: command("--nnodes", "3", "--headless") }, "rank 0 serves the API"],
  ];
  it.each(own)("%s", async (_, how, message) => {
    const rank = await group.start(how);
    expect((await rank.gone()).code).toBe(1);
    expect(rank.logs()).toContain(message);
  });

  it("a rank that its group cannot have, and no group", async () => {
    const beyond = await group.start({ rank: 3 });
    expect((await beyond.gone()).code).toBe(2);
    expect(beyond.logs()).toContain("rank 3 is not between 0 and 2");
    const none = await group.start({ rank: 0, env: { LWS_GROUP_SIZE: "" } });
    expect((await none.gone()).code).toBe(2);
  });
});

describe("who does not come", () => {
  it("is named by the leader, with who came", async () => {
    const leader = await group.start({ rank: 0, options: ["--start-seconds", "8"] });
    const second = await group.start({ rank: 2 });
    await allGone(group, [leader, second], 18, 1);
    for (const one of [leader, second])
      expect(one.logs()).toContain("rank 1 of 3 did not come within 8 s; ranks 0, 2 came. See their pods");
  });

  it("is the leader", async () => {
    const rank = await group.start({ rank: 1, options: ["--start-seconds", "2"] });
    await allGone(group, [rank], 10, 1);
    expect(rank.logs()).toMatch(/rank 0 cannot be joined at 127.0.0.1:\d+ within 2 s: .*refused/);
  });
});

describe("strangers on the port", () => {
  /** Says something, and resolves once the other side has closed. */
  const stranger = (text: string | Buffer) =>
    new Promise<string>((resolve, reject) => {
      let answer = "";
      const socket = connect(group.port, "127.0.0.1", () => socket.write(text));
      socket.on("data", (more) => (answer += more));
      socket.on("close", () => resolve(answer));
      socket.on("error", (error: NodeJS.ErrnoException) =>
        error.code === "ECONNRESET" ? resolve(answer) : reject(error),
      );
    });

  it("do not matter, whatever they say", { timeout: 40_000 }, async () => {
    const leader = await group.start({ rank: 0 });
    await said(leader, "waits");
    const words = [
      "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
      "{}\n",
      `${"[".repeat(60_000)}\n`,
      "x".repeat(200_000),
      Buffer.from([255, 0, 10]),
    ];
    for (const text of words) expect(await stranger(text)).toBe("");
    expect(await stranger('{"type":"clock"}\n')).toMatch(/"size": 3, "here": \[0\]/);
    const silent = connect(group.port, "127.0.0.1");
    await Promise.all([group.start({ rank: 1 }), group.start({ rank: 2 })]);
    await said(leader, "engine serves");
    for (const text of words) await stranger(text);
    expect(await stranger('{"type":"hello","rank":[1],"size":3,"identity":7}\n')).toContain("refused");
    const open = Date.now();
    await new Promise((resolve) => silent.once("close", resolve).resume());
    expect(Date.now() - open).toBeLessThan(12_000);
    expect(leader.below().length).toBeGreaterThan(0);
    expect(leader.logs()).not.toContain("Traceback");
  });
});
