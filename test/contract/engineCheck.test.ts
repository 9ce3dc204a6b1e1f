import { kvConnectors } from "@sonar-iac/topology";
import { beforeAll, describe, expect, it } from "vitest";
import { realEngine } from "../engine/real/engine";
import { type Answer, checkWithEngine, type Line } from "./engineCheck";

const { available, reason } = realEngine();
/** As Python sorts. */
const byCode = (a: string, b: string) => (a < b ? -1 : 1);
const words = (text: string) => text.split(" ");
const transfer = (role: string, id: string) =>
  JSON.stringify({ kv_connector: "NixlConnector", kv_role: role, engine_id: id, kv_load_failure_policy: "fail" });
const fourNodes = (rank: string) =>
  words(
    `MODEL --tensor-parallel-size 8 --pipeline-parallel-size 4 --nnodes 4 --node-rank ${rank} --master-addr 10.0.0.10 --master-port 29501 --max-model-len auto`,
  );

/** Commands that the engine's own documentation gives. */
const good: Line[] = [
  {
    id: "a private server",
    argv: words(
      "Qwen/Qwen3-8B --host 127.0.0.1 --port 2242 --served-model-name qwen3 --api-key k --max-model-len 32768",
    ),
  },
  { id: "one node", argv: words("MODEL --tensor-parallel-size 8") },
  { id: "four nodes, rank 0", argv: fourNodes("0") },
  { id: "four nodes, rank 3", argv: [...fourNodes("3"), "--headless"] },
  { id: "experts", argv: words("MOE_MODEL --nnodes 2 --tensor-parallel-size 8 --enable-expert-parallel"), moe: true },
  {
    id: "prefill",
    argv: [...words("MODEL --host 0.0.0.0 --port 8100 --kv-transfer-config"), transfer("kv_producer", "prefill-0")],
    env: { APHRODITE_NIXL_SIDE_CHANNEL_HOST: "10.0.0.10", APHRODITE_NIXL_SIDE_CHANNEL_PORT: "14590" },
  },
  {
    id: "decode",
    argv: [...words("MODEL --host 0.0.0.0 --port 8200 --kv-transfer-config"), transfer("kv_consumer", "decode-0")],
    env: { APHRODITE_NIXL_SIDE_CHANNEL_HOST: "10.0.0.11", APHRODITE_NIXL_SIDE_CHANNEL_PORT: "14591" },
  },
];

/** Command lines with one mistake, and what the engine says of it. */
const bad: [Line, RegExp][] = [
  [
    { id: "an unknown option", argv: words("MODEL --max-model-length 32768") },
    /unrecognized arguments: --max-model-length/,
  ],
  [{ id: "a value of the wrong type", argv: words("MODEL --port abc") }, /--port: invalid int value/],
  [{ id: "a value that is no choice", argv: words("MODEL --dtype bfloat17") }, /--dtype: invalid choice/],
  [{ id: "a context beyond the model's", argv: words("MODEL --max-model-len 50000") }, /max_model_len \(50000\)/],
  [{ id: "a role that does not exist", argv: ["MODEL", "--kv-transfer-config", '{"kv_role":"kv_sender"}'] }, /kv_role/],
  [
    { id: "heads that tensor parallelism does not divide", argv: words("MODEL --nnodes 3 --tensor-parallel-size 3") },
    /divisible/,
  ],
  [{ id: "nodes that do not divide the world", argv: words("MODEL --tensor-parallel-size 8 --nnodes 3") }, /nnodes/],
  [
    { id: "a rank beyond the nodes", argv: words("MODEL --tensor-parallel-size 8 --nnodes 2 --node-rank 2") },
    /node.rank/i,
  ],
  [
    {
      id: "external data parallelism of a dense model",
      argv: words("MODEL --data-parallel-size 2 --data-parallel-rank 0"),
    },
    /MoE/i,
  ],
  [
    {
      id: "a word that is none of a field's choices",
      argv: [...words("MODEL --kv-transfer-config"), transfer("consumer", "decode-0")],
    },
    /kv_role/,
  ],
  [
    { id: "a port from a service link", argv: ["MODEL"], env: { APHRODITE_PORT: "tcp://10.0.0.1:2242" } },
    /APHRODITE_PORT .*URI/,
  ],
  [
    {
      id: "an unknown variable, when told to mind",
      argv: words("MODEL --fail-on-environ-validation"),
      env: { APHRODITE_SERVICE_HOST: "10.0.0.1" },
    },
    /APHRODITE_SERVICE_HOST/,
  ],
];

/** Asked after all others: it would fail if a variable of theirs were still set. */
const last: Line = { id: "after lines with variables of their own", argv: words("MODEL --fail-on-environ-validation") };

it("the engine is installed, at least in CI", () => expect(available || !process.env.CI, reason).toBe(true));

describe.skipIf(!available)(`the engine's own checks ${reason}`.trim(), () => {
  let answers: Map<string, Answer>;
  beforeAll(async () => {
    const asked = await checkWithEngine([...good, ...bad.map(([line]) => line), last]);
    answers = new Map(asked.map((answer) => [answer.id, answer]));
  }, 300_000);

  it.each(good.map(({ id }) => id))("accept %s", (id) => expect(answers.get(id)).toMatchObject({ ok: true }));

  it.each(bad.map(([line, says]) => [line.id, says] as const))("refuse %s", (id, says) => {
    expect(answers.get(id)).toMatchObject({ ok: false, error: expect.stringMatching(says) });
  });

  it("say what they made of a command line", () => {
    expect(answers.get("four nodes, rank 3")?.resolved).toMatchObject({
      world_size: "32",
      nnodes: "4",
      node_rank: "3",
      tensor_parallel_size: "8",
      pipeline_parallel_size: "4",
      distributed_executor_backend: "mp",
    });
    expect(answers.get("a private server")?.resolved).toMatchObject({ max_model_len: 32768 });
    expect(answers.get("decode")?.resolved?.kv_transfer).toContain("kv_consumer");
  });

  it("know the connectors that the library knows", () =>
    expect(answers.get("decode")?.resolved?.kv_connectors).toBe([...kvConnectors].sort(byCode).join(",")));

  it("leave no variable of one line behind for the next", () => {
    expect(answers.get(last.id)).toMatchObject({ ok: true });
  });
});
