import type { AllowedPath } from "../plan/gateway";
import table from "./tables/routes.generated.json";

/** One HTTP route of the engine or of a helper server of its own. */
export interface EngineRoute {
  /** The helper that serves it; absent: the API server. */
  server?: "dp-supervisor" | "mooncake-bootstrap";
  methods: readonly string[];
  path: string;
  /** Whether the engine asks for a key. */
  auth: boolean;
  /** What must hold for the route to exist or to work. */
  requires?: string;
  purpose: string;
}

/** The server that answers HTTP: Python's (the default) or the one of APHRODITE_USE_RUST_FRONTEND=1. */
export type Frontend = "python" | "rust";

const routes = table.routes as readonly EngineRoute[];

/** Path prefixes that the engine guards with a key; everything else it answers without one. */
export const guardedPrefixes: readonly string[] = table.guardedPrefixes;

/** All routes, sorted by server and path. */
export function engineRoutes(): readonly EngineRoute[] {
  return routes;
}

/** Guarded routes that are not for clients, by path, and why. */
export const notForClients: readonly { path: RegExp; why: string }[] = [
  { path: /^\/v1\/capacity$/, why: "tells operators how much memory each engine has" },
  { path: /^\/v1\/(un)?load_lora_adapter$/, why: "changes the one engine that a balancer happens to choose" },
  { path: /\/(de)?render$/, why: "is half of a request, for deployments that split off tokenization" },
  { path: /^\/inference\//, why: "takes and gives bare tokens, for servers that stand in front of engines" },
  { path: /^\/cohere\//, why: "needs a switch and a package that engines are not given" },
  { path: /^\/v1\/chat\/completions\/batch$/, why: "is many generations, which an engine's limit would count as one" },
];

/** What clients of a generation or pooling model may call, sorted by path: every route that the engine guards with a key and answers over
 *  plain HTTP, less `notForClients`. The Rust frontend has few of them. */
export function clientPaths(frontend: Frontend = "python"): AllowedPath[] {
  return routes
    .filter((r) => r.server === undefined && r.auth && !r.methods.includes("WEBSOCKET"))
    .filter((r) => !notForClients.some((n) => n.path.test(r.path)))
    .filter((r) => frontend === "python" || table.rustFrontend.found.includes(r.path))
    .map((r) => ({ methods: [...r.methods], path: r.path }));
}
