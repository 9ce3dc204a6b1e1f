import { clientPaths, type Frontend } from "../engine/routes";
import type { AllowedPath, RoutedPath } from "../plan";

/** Generations, which begin in a prefill engine. */
const disaggregated: readonly string[] = ["/v1/completions", "/v1/chat/completions", "/v1/responses", "/v1/messages"];

/** Paths that clients may call where an engine serves whole requests, but not here, and why. */
export const notForPairs: readonly { path: RegExp; why: string }[] = [
  {
    path: /^\/v1\/responses\/\{response_id\}/,
    why: "is kept by the one decode engine that made it, and the router does not remember which",
  },
  { path: /^\/v1\/audio\//, why: "is of models with an encoder, whose cache no connector moves" },
  { path: /^\/v[12]\/(embed|embeddings|rerank|score)$/, why: "is of pooling models, which have nothing to decode" },
];

/** What clients may call of prefill and decode apart, and which engines answer; `extra` goes to decode alone. */
export function routedPaths(frontends: Frontend[], extra: AllowedPath[] = []): RoutedPath[] {
  const lists = frontends.map((frontend) => clientPaths(frontend));
  const common = (lists[0] ?? []).filter(({ path }) => lists.every((list) => list.some((one) => one.path === path)));
  const own = common.filter(({ path }) => !notForPairs.some((n) => n.path.test(path)));
  return [...own, ...extra.filter(({ path }) => !own.some((one) => one.path === path))].map(({ methods, path }) => ({
    methods: [...methods],
    path,
    as: disaggregated.includes(path) ? "disaggregate" : "decode",
  }));
}
