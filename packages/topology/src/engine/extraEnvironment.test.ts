import { describe, expect, it } from "vitest";
import { variableNames } from "./environment";
import { extraEnvironment } from "./extraEnvironment";

const owned = new Map([
  ["APHRODITE_CACHE_ROOT", "compileCache"],
  ["APHRODITE_PORT", "the library: engines listen on 2242"],
]);
const messages = (env: Record<string, unknown>) => extraEnvironment(env, owned).problems.map((p) => p.message);

it("passes the engine's variables and those of others, sorted by name", () => {
  const env = {
    PYTORCH_CUDA_ALLOC_CONF: "expandable_segments:True",
    NCCL_SOCKET_IFNAME: "eth0",
    HF_ENDPOINT: "https://hub.example.com",
    APHRODITE_LOGGING_LEVEL: "DEBUG",
  };
  const result = extraEnvironment(env, owned);
  expect(result).toEqual({ env, problems: [] });
  expect(Object.keys(result.env)).toEqual(Object.keys(env).sort());
});

it("refuses a name that the engine does not have, with the nearest right one", () => {
  expect(messages({ APHRODITE_LOGING_LEVEL: "DEBUG" })).toEqual([
    '"APHRODITE_LOGING_LEVEL" is not a variable of aphrodite 0.24.1. Did you mean "APHRODITE_LOGGING_LEVEL"?',
  ]);
  expect(messages({ APHRODITE_QQQQ: "1" })[0]).toContain("The engine would ignore it.");
});

it("refuses a name that a field sets, and names the field", () => {
  expect(messages({ APHRODITE_CACHE_ROOT: "/x", APHRODITE_PORT: "1" })).toEqual([
    '"APHRODITE_CACHE_ROOT" is set by compileCache. Set it there instead.',
    '"APHRODITE_PORT" is set by the library: engines listen on 2242. Leave it out.',
  ]);
});

describe("secrets", () => {
  it.each([
    "HF_TOKEN",
    "APHRODITE_API_KEY",
    "OPENAI_API_KEY",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_ACCESS_KEY_ID",
    "S3_SECRET_ACCESS_KEY",
    "DB_PASSWORD",
    "MYTOKEN",
    "API_KEYS",
    "hf_token",
    "CLIENT_SECRET",
    "KEY2",
  ])("%s is refused, with the way out and without its value", (name) => {
    const { env, problems } = extraEnvironment({ [name]: "sk-123" }, owned);
    expect(env).toEqual({});
    expect(problems[0]?.message).toMatch(
      /Keys come from a Secret: use apiKeys, huggingFaceToken or secretEnvironment\.$/,
    );
    expect(JSON.stringify(problems)).not.toContain("sk-123");
  });

  it.each([
    "TOKENIZERS_PARALLELISM",
    "NCCL_IB_PKEY",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "HF_TOKEN_PATH",
    "APHRODITE_USE_FASTOKENS",
    "APHRODITE_SHARED_EXPERTS_STREAM_TOKEN_THRESHOLD",
    "KEYCLOAK_URL",
  ])("%s is not one", (name) => {
    expect(messages({ [name]: "x" })).toEqual([]);
  });

  it("keeps every variable of the engine usable but the keys", () => {
    const refused = variableNames().filter((n) => extraEnvironment({ [n]: "x" }, new Map()).problems.length > 0);
    expect(refused).toEqual(["APHRODITE_API_KEY", "OPENAI_API_KEY", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]);
  });
});

it.each([
  ["1A", "x", /is not a name/],
  ["A-B", "x", /is not a name/],
  ["", "x", /is not a name/],
  ["A", 1, /write "1"/],
  ["A", true, /write "true"/],
  ["A", null, /Leave it out/],
  ["A", undefined, /Leave it out/],
  ["A", {}, /give a string/],
  ["A", "a\0b", /NUL/],
])("refuses %j = %j", (name, value, why) => {
  const { env, problems } = extraEnvironment({ [name]: value }, owned);
  expect(env).toEqual({});
  expect(problems).toHaveLength(1);
  expect(problems[0]?.path).toBe("engine.environment");
  expect(problems[0]?.message).toMatch(why);
});
