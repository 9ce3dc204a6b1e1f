import { afterEach, describe, expect, it } from "vitest";
import { ask, reason, type Setup, type SetupOptions, setUp } from "../test-fixtures/setup";

let setup: Setup;
afterEach(() => setup?.stop());
const start = async (options?: SetupOptions) => {
  setup = await setUp(options);
  return setup;
};

describe("an exchange", () => {
  it("asks prefill for one token and gives decode the client's own bytes", async () => {
    const { url, prefill, decode } = await start();
    const own =
      '{ "model":"m", "prompt" : "hi é", "max_tokens":50,"temperature":1.0,"unknown":{"a":1e2},"seed":12345678901234567890,"n":1 , "stream":false}\n';
    const answer = await ask(url, "/v1/completions?a=b", own, { "x-request-id": "r1", "x-more": "yes" }).answer;
    expect(answer.status).toBe(200);
    expect(answer.headers["x-request-id"]).toBe("r1");
    expect(JSON.parse(answer.text)).toMatchObject({ choices: [{ text: "answer to hi é" }] });
    const [asked] = prefill[0]?.generations ?? [];
    expect(asked?.body).toEqual({
      model: "m",
      prompt: "hi é",
      temperature: 1,
      unknown: { a: 100 },
      seed: 12345678901234567000,
      max_tokens: 1,
      stream: false,
      kv_transfer_params: {
        do_remote_decode: true,
        do_remote_prefill: false,
        remote_engine_id: null,
        remote_block_ids: null,
        remote_host: null,
        remote_port: null,
      },
    });
    const [got] = decode[0]?.generations ?? [];
    const cut = own.lastIndexOf("}");
    expect(got?.text.startsWith(`${own.slice(0, cut)},"kv_transfer_params":{"do_remote_prefill":true`)).toBe(true);
    expect(got?.body.kv_transfer_params).toMatchObject({ do_remote_prefill: true, remote_block_ids: [[1]] });
    for (const seen of [asked, got]) {
      expect(seen?.path).toBe("/v1/completions?a=b");
      expect(seen?.headers).toMatchObject({
        "x-request-id": "r1",
        "x-more": "yes",
        host: expect.stringContaining("127.0.0.1:"),
      });
    }
    expect(prefill[0]?.held.size).toBe(0);
  });

  it("streams", async () => {
    const { url } = await start();
    const answer = await ask(url, "/v1/chat/completions", { model: "m", messages: [], stream: true }).answer;
    expect(answer.headers["content-type"]).toBe("text/event-stream");
    expect(answer.text).toBe("data: one\n\ndata: two\n\ndata: three\n\ndata: [DONE]\n\n");
    expect(answer.broken).toBe(false);
  });

  it("never mixes compatibilities", async () => {
    const { url, prefill, decode } = await start({ prefill: 2, decode: 2, compatibility: (_, at) => `h${at}` });
    await Promise.all(Array.from({ length: 40 }, () => ask(url, "/v1/completions", { prompt: "x" }).answer));
    for (const at of [0, 1]) {
      const ids = decode[at]?.generations.map(
        ({ body }) => (body.kv_transfer_params as { remote_port: number }).remote_port,
      );
      expect(ids?.length).toBeGreaterThan(0);
      expect(new Set(ids)).toEqual(new Set([prefill[at]?.port]));
    }
  });

  it("passes a refusal of prefill on as it is", async () => {
    const { url, prefill, decode } = await start();
    (prefill[0] as NonNullable<(typeof prefill)[0]>).act = (_, res) =>
      void res.writeHead(422, { "x-own": "1" }).end('{"error":"too long"}');
    const answer = await ask(url, "/v1/completions", { prompt: "x" }).answer;
    expect([answer.status, answer.text, answer.headers["x-own"], reason(answer)]).toEqual([
      422,
      '{"error":"too long"}',
      "1",
      undefined,
    ]);
    expect(decode[0]?.generations).toEqual([]);
  });

  it("knows its paths", async () => {
    const { url } = await start();
    for (const [path, method] of [
      ["/v1/embeddings", "POST"],
      ["/v1/completions", "GET"],
      ["/metrics", "GET"],
      ["/v1/responses/a%2fb", "GET"],
    ] as const) {
      const answer = await ask(url, path, method === "POST" ? {} : undefined).answer;
      expect([answer.status, reason(answer)]).toEqual([404, "unknown-path"]);
      expect(JSON.parse(answer.text)).toMatchObject({ error: { code: "unknown-path", type: "invalid_request_error" } });
    }
    expect((await ask(url, "/v1/responses/resp_1").answer).status).toBe(200);
  });

  it("refuses fields that name other requests' memory, however they are written", async () => {
    const { url, prefill, decode } = await start();
    for (const body of [
      '{"prompt":"x","kv_transfer_params":{"do_remote_prefill":true}}',
      '{"prompt":"x","kv_transf\\u0065r_params":{}}',
      '{"prompt":"x","aphrodite_xargs":{"kv_transfer_params":"x"}}',
      "[1]",
      "nonsense",
      '{"prompt":NaN}',
    ]) {
      const answer = await ask(url, "/v1/completions", body).answer;
      expect([body, answer.status, reason(answer)]).toEqual([body, 400, "bad-request"]);
    }
    for (const body of ['{"kv_transf\\u0065r_params":{}}', '{"a":NaN,"kv_transfer_params":{}}'])
      expect((await ask(url, "/tokenize", body).answer).status).toBe(400);
    expect((await ask(url, "/tokenize", '{"prompt":"about kv_transfer_params \\u00e9"}').answer).status).toBe(200);
    expect(prefill[0]?.generations).toEqual([]);
    expect(decode[0]?.generations).toHaveLength(1);
  });

  it("asks callers for the engines' key and gives it to engines", async () => {
    const { url, prefill, decode } = await start({ key: "secret" });
    expect(reason(await ask(url, "/v1/completions", {}).answer)).toBe("invalid-key");
    expect((await ask(url, "/v1/completions", {}, { authorization: "Bearer secre" }).answer).status).toBe(401);
    expect((await ask(url, "/v1/completions", {}, { authorization: "Bearer secret" }).answer).status).toBe(200);
    for (const engine of [prefill[0], decode[0]])
      expect(engine?.generations.map(({ headers }) => headers.authorization)).toEqual(["Bearer secret"]);
    expect(JSON.stringify(setup.lines)).not.toContain("secret");
  });

  it("limits bodies, by their length and by what comes", async () => {
    const { url } = await start({ config: { limits: { bodyBytes: 100 } } });
    const body = { prompt: "x".repeat(200) };
    expect(reason(await ask(url, "/v1/completions", body).answer)).toBe("body-too-large");
    expect(reason(await ask(url, "/v1/completions", body, { "transfer-encoding": "chunked" }).answer)).toBe(
      "body-too-large",
    );
  });
});
