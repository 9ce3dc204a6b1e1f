import { flag, object, oneOf, wholeNumber } from "../check";

/** The program that pairs prefill with decode. */
export const RouterKind = {
  /** The library's own. */
  sonar: "sonar",
  /** vllm-router, from an image of yours. */
  vllmRouter: "vllm-router",
  /** The proxy of the engine's benchmarks, which moves no KV cache: for tests of the topology only. */
  development: "development",
} as const;
export type RouterKind = (typeof RouterKind)[keyof typeof RouterKind];

/** Plain part of the router's arguments; its image stays with the components. */
export interface RouterSpec {
  /** @default "sonar" */
  kind?: RouterKind;
  /** Router pods. @default 2 */
  replicas?: number;
  /** Ports of the router's pods: the API, Prometheus, and what liveness probes ask. @default http 8080, metrics 9464, alive 8081 */
  ports?: { http?: number; metrics?: number; alive?: number };
  /** States that nothing of value depends on this service: "development" runs only with it. @default false */
  testMode?: boolean;
}

/** What a router's pods listen on unless they are told otherwise. */
export const defaultRouterPorts = { http: 8080, metrics: 9464, alive: 8081 } as const;

/** What a router's pods listen on. */
export const routerPorts = ({ ports }: Pick<RouterSpec, "ports">) => ({ ...defaultRouterPorts, ...ports });

const port = wholeNumber({ min: 1024, max: 65_535, hint: "Give a port of the router's pods." }).optional();

export const routerSchema = object({
  kind: oneOf(["sonar", "vllm-router", "development"]).optional(),
  replicas: wholeNumber({ min: 1, max: 64, hint: "Two survive the loss of one." }).optional(),
  ports: object({ http: port, metrics: port, alive: port }).optional(),
  testMode: flag().optional(),
});
