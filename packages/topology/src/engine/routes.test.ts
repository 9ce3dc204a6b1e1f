import { describe, expect, it } from "vitest";
import { clientPaths, engineRoutes, guardedPrefixes, notForClients } from "./routes";

describe("clientPaths", () => {
  it("is the guarded inference API with the Python frontend", () => {
    expect(clientPaths().map((p) => `${p.methods.join()} ${p.path}`)).toEqual([
      "POST /v1/audio/transcriptions",
      "POST /v1/audio/translations",
      "POST /v1/chat/completions",
      "POST /v1/completions",
      "POST /v1/detokenize",
      "POST /v1/embeddings",
      "POST /v1/messages",
      "POST /v1/messages/count_tokens",
      "GET /v1/models",
      "POST /v1/rerank",
      "POST /v1/responses",
      "GET /v1/responses/{response_id}",
      "POST /v1/responses/{response_id}/cancel",
      "POST /v1/score",
      "POST /v1/tokenize",
      "POST /v2/embed",
      "POST /v2/rerank",
    ]);
  });

  it("is what the Rust frontend answers", () => {
    expect(clientPaths("rust").map((p) => p.path)).toEqual(["/v1/chat/completions", "/v1/completions", "/v1/models"]);
  });

  it("lets through nothing that the engine answers without a key", () => {
    for (const { path } of clientPaths())
      expect(guardedPrefixes.some((prefix) => path.startsWith(`${prefix}/`))).toBe(true);
  });
});

it.each(notForClients.map((n) => [String(n.path), n.path]))("%s leaves out a route that exists", (_, path) => {
  expect(engineRoutes().filter((r) => r.auth && path.test(r.path)).length).toBeGreaterThan(0);
});

it("agrees with itself: a route is guarded exactly when a guarded prefix begins it", () => {
  for (const route of engineRoutes()) {
    const guarded = guardedPrefixes.some((prefix) => route.path.startsWith(`${prefix}/`));
    expect([route.path, route.auth]).toEqual([route.path, guarded]);
  }
});
