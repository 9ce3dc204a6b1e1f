import * as z from "zod";
import type { RouterConfig } from "./config";
import { address, count, list, object, oneOf, port, seconds, span, text, whole, wrong } from "./fields";

const url = address(/^http:\/\/[^/?#@]+\/?$/, "http://address:port");
const listen = object({ host: text, port });
const engine = object({
  url,
  compatibility: z.string(wrong("text")).optional(),
  draining: z.boolean(wrong("true or false")).optional(),
});

const kinds = wrong('an object of the kind "static" or "endpoint-slices"');
const discovery = z.discriminatedUnion(
  "kind",
  [
    object({ kind: z.literal("static"), prefill: list(engine), decode: list(engine) }),
    object({
      kind: z.literal("endpoint-slices"),
      namespace: text,
      selector: text,
      roleLabel: text,
      compatibilityLabel: text,
      resyncSeconds: seconds,
      api: object({
        url: address(/^https?:\/\//, "an http or https address"),
        tokenFile: text.optional(),
        certificateFile: text.optional(),
      }).optional(),
    }),
  ],
  kinds,
);

const schema = object({
  service: text,
  model: text,
  listen,
  metrics: listen,
  alive: object({ host: text, port, stalledSeconds: seconds }),
  discovery,
  transfer: object({
    mode: oneOf(["pull", "push"]),
    leaseSeconds: seconds,
    leaseMarginSeconds: span,
  }),
  noPrefill: oneOf(["fail", "recompute"]),
  paths: list(
    object({
      methods: list(text).min(1, wrong("a list that is not empty")),
      path: text.startsWith("/", wrong("a path that begins with /")),
      as: oneOf(["disaggregate", "decode"]),
    }),
  ).min(1, wrong("a list that is not empty")),
  admission: object({
    running: count,
    queue: whole(0),
    queueSeconds: seconds,
    retryAfterSeconds: whole(0),
  }),
  retries: object({ prefillAttempts: count, pairAttempts: count }),
  health: object({
    intervalSeconds: seconds,
    timeoutSeconds: seconds,
    generationSeconds: seconds,
    generationTimeoutSeconds: seconds,
    failures: count,
    ejectionSeconds: seconds,
    longestEjectionSeconds: seconds,
  }),
  timeouts: object({
    connectSeconds: seconds,
    prefillSeconds: seconds,
    decodeSeconds: seconds,
    idleSeconds: seconds,
    lingerSeconds: span,
    drainSeconds: span,
  }),
  limits: object({ bodyBytes: count }),
}).superRefine(({ transfer, health }, context) => {
  if (transfer.leaseMarginSeconds >= transfer.leaseSeconds)
    context.addIssue({
      code: "custom",
      path: ["transfer", "leaseMarginSeconds"],
      message: `must be below leaseSeconds, ${transfer.leaseSeconds}, but it is ${transfer.leaseMarginSeconds}: no answer of prefill could be used`,
    });
  if (health.longestEjectionSeconds < health.ejectionSeconds)
    context.addIssue({
      code: "custom",
      path: ["health", "longestEjectionSeconds"],
      message: `must be at least ejectionSeconds, ${health.ejectionSeconds}, but it is ${health.longestEjectionSeconds}`,
    });
});

/** What is wrong with a router's configuration: one line each, with its path; empty when nothing is. */
export function routerConfigProblems(config: unknown): string[] {
  const result = schema.safeParse(config, { reportInput: true });
  if (result.success) return [];
  return result.error.issues.map(({ path, message }) => {
    const where = path.reduce<string>(
      (sum, key) => (typeof key === "number" ? `${sum}[${key}]` : sum ? `${sum}.${String(key)}` : String(key)),
      "",
    );
    return `${where || "the configuration"}: ${message}`;
  });
}

/** The configuration, if nothing is wrong with it. Throws with all problems. */
export function checkedRouterConfig(config: unknown): RouterConfig {
  const problems = routerConfigProblems(config);
  if (problems.length > 0) throw new Error(`The router's configuration is not valid:\n  ${problems.join("\n  ")}`);
  return config as RouterConfig;
}
