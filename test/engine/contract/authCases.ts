import { expect, it } from "vitest";
import type { Engine } from "../real/engine";
import { type Call, call } from "./client";
import { model } from "./instances";

const guarded = "/v1/models";

/** Keys: who is let in, and where none is asked for. */
export function authCases(limited: () => Engine, plain: () => Engine): void {
  const status = async (engine: Engine, path: string, how: Call = {}) => (await call(engine, path, how)).status;

  it.each<[string, Call]>([
    ["no key", {}],
    ["a wrong key", { key: "wrong" }],
    ["an empty key", { key: "" }],
    ["another scheme", { headers: { authorization: "Basic alpha" } }],
    ["another header", { headers: { "x-api-key": "alpha" } }],
    ["two keys at once", { key: "alpha beta" }],
  ])("401 for %s", async (_, how) => {
    const answer = await call(limited(), guarded, how);
    expect(answer.status).toBe(401);
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(answer.text).toBe('{"error":"Unauthorized"}');
  });

  it.each(["alpha", "beta"])("200 for %s, one of several keys", async (key) => {
    expect(await status(limited(), guarded, { key })).toBe(200);
  });

  it("200 whatever the case of the scheme", async () => {
    expect(await status(limited(), guarded, { headers: { authorization: "bEaReR alpha" } })).toBe(200);
  });

  it("takes the key of the environment, and no other", async () => {
    expect(await status(plain(), guarded, { key: "gamma" })).toBe(200);
    expect(await status(plain(), guarded, { key: "alpha" })).toBe(401);
    expect(await status(plain(), guarded)).toBe(401);
  });

  it("401 for an unknown path below a guarded prefix, 404 with a key", async () => {
    for (const path of ["/v1/nothing", "/v1nothing", "/v2/nothing", "/inference/nothing", "/cohere/nothing"]) {
      expect(await status(limited(), path), path).toBe(401);
      expect(await status(limited(), path, { key: "alpha" }), path).toBe(404);
    }
  });

  it("asks no key of OPTIONS", async () => {
    expect(await status(limited(), guarded, { method: "OPTIONS" })).toBe(405);
    const headers = { origin: "http://example.com", "access-control-request-method": "POST" };
    const preflight = await call(limited(), "/v1/chat/completions", { method: "OPTIONS", headers });
    expect(preflight.status).toBe(200);
    expect(preflight.headers["access-control-allow-origin"]).toBe("*");
  });

  it("asks no key outside the guarded prefixes, not even for generation", async () => {
    for (const path of ["/health", "/ping", "/version", "/load", "/metrics"])
      expect(await status(limited(), path)).toBe(200);
    const body = { model, prompt: "open", max_tokens: 2 };
    expect(await status(limited(), "/invocations", { body })).toBe(200);
  });
}
