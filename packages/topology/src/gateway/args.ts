import { z } from "zod";
import { flag, number, object, oneOf, text, wholeNumber } from "../check";

/** How the gateway chooses an engine. */
export const LoadBalancingPolicy = {
  /** The engine with the fewest running and waiting requests. */
  leastRequests: "least-requests",
  /** Requests with the same session header go to the same engine, while it is not overloaded. */
  sessionAffinity: "session-affinity",
  /** Requests whose bodies begin alike go to the same engine, while it is not overloaded: its prefix cache is warm. */
  prefixAffinity: "prefix-affinity",
} as const;
export type LoadBalancingPolicy = (typeof LoadBalancingPolicy)[keyof typeof LoadBalancingPolicy];

export interface LoadBalancingArgs {
  /** @default "least-requests" */
  policy?: LoadBalancingPolicy;
  /** Affinity only: an engine may have at most this many times the mean number of requests. @default 1.25 */
  maxImbalance?: number;
  /** `session-affinity` only: the header that names the session. @default "x-session-id" */
  header?: string;
  /** `prefix-affinity` only: how many bytes of the body count as its beginning. @default 1024 */
  prefixBytes?: number;
}

/** How much work the service takes on. */
export interface AdmissionArgs {
  /** Requests at once per engine; the rest waits in the gateway. @default 64, or the engine's maxSequences */
  perEngine?: number;
  /** Requests that may wait in the gateway; above it 429. @default 2 × replicas × perEngine */
  queue?: number;
  /** Longest wait in the queue; after it 503. @default 30 */
  queueSeconds?: number;
}

/** Plain part of the gateway's arguments; names, images and certificates stay with the components. */
export interface GatewaySpec {
  /** HAProxy pods. @default 2 */
  replicas?: number;
  /** How traffic gets in. @default "cluster-ip" */
  exposure?: "cluster-ip" | "load-balancer" | "ingress";
  /** Whether TLS ends at HAProxy. @default false */
  tls?: boolean;
  /** Longest request body in MiB. @default from model.maxLength */
  maxBodyMiB?: number;
  /** Ports of the gateway's pods. @default http 8080, https 8443, metrics 8404 */
  ports?: { http?: number; https?: number; metrics?: number };
  /** Paths of the engine to allow beside the default list. @default [] */
  extraPaths?: { methods: string[]; path: string }[];
}

export const loadBalancingSchema = object({
  policy: oneOf(["least-requests", "session-affinity", "prefix-affinity"]).optional(),
  maxImbalance: number({ min: 1, max: 10, hint: "1.25 lets an engine have a quarter more than the mean." }).optional(),
  header: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, {
      error: ({ input }) => `must be a header's name, but it is ${JSON.stringify(input)}. For example "x-session-id".`,
    })
    .optional(),
  prefixBytes: wholeNumber({
    min: 16,
    max: 65_536,
    hint: "Give bytes of the request body, for example 1024.",
  }).optional(),
});

export const admissionSchema = object({
  perEngine: wholeNumber({
    min: 1,
    max: 100_000,
    hint: "Give the requests that one engine may run at once.",
  }).optional(),
  queue: wholeNumber({
    min: 0,
    max: 1_000_000,
    hint: "Give the requests that may wait; 0 refuses what cannot run at once.",
  }).optional(),
  queueSeconds: wholeNumber({ min: 1, max: 3600, hint: "Give the seconds that a request may wait." }).optional(),
});

// ports below 1024 need a privilege that the pods do not have
const port = wholeNumber({
  min: 1024,
  max: 65_535,
  hint: "Give a port of the pod; the Service in front has 80 or 443.",
}).optional();

export const gatewaySchema = object({
  replicas: wholeNumber({ min: 1, max: 64, hint: "Two survive the loss of one." }).optional(),
  exposure: oneOf(["cluster-ip", "load-balancer", "ingress"]).optional(),
  tls: flag().optional(),
  ports: object({ http: port, https: port, metrics: port }).optional(),
  maxBodyMiB: number({ min: 0, max: 1024, hint: "Give MiB." }).optional(),
  extraPaths: z
    .array(
      object({
        methods: z.array(oneOf(["GET", "POST", "PUT", "DELETE"])).min(1, "name at least one method, for example POST."),
        path: text("Give a path of the engine.").regex(/^\/[A-Za-z0-9_\-./{}]*$/, {
          error: ({ input }) =>
            `must be a path of the engine like "/v1/embeddings", but it is ${JSON.stringify(input)}.`,
        }),
      }),
    )
    .optional(),
});
