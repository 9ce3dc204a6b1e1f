import type * as pulumi from "@pulumi/pulumi";
import { byKind, type GatewaySpec, object, text } from "@sonar-iac/topology";
import { z } from "zod";
import { input } from "../args";

/** How traffic gets to the gateway. */
export type ExposureArgs =
  | {
      /** Only from inside the cluster. */
      kind: "cluster-ip";
    }
  | {
      /** A Service of type LoadBalancer. */
      kind: "load-balancer";
      /** Annotations for the load balancer's controller. @default {} */
      annotations?: Record<string, pulumi.Input<string>>;
      /** @default the cluster's default */
      loadBalancerClass?: pulumi.Input<string>;
      /** CIDRs that may connect. @default every address that can reach the load balancer */
      sourceRanges?: pulumi.Input<string>[];
    }
  | {
      /** An Ingress, whose controller terminates TLS. */
      kind: "ingress";
      host: pulumi.Input<string>;
      /** Secret of type kubernetes.io/tls for `host`. @default no TLS at the Ingress */
      tlsSecretName?: pulumi.Input<string>;
      /** @default the cluster's default class */
      className?: pulumi.Input<string>;
      /** Beside those that stop buffering and retries. @default {} */
      annotations?: Record<string, pulumi.Input<string>>;
    };

/** The HAProxy in front of the engines. */
export interface GatewayArgs extends Omit<GatewaySpec, "exposure" | "tls"> {
  /** HAProxy image, 2.6 or later, with a shell. @default docker.io/library/haproxy:3.2.21 */
  image?: pulumi.Input<string>;
  /** @default { kind: "cluster-ip" } */
  exposure?: ExposureArgs;
  /** Secret of type kubernetes.io/tls: HAProxy terminates TLS itself. @default plain HTTP */
  tlsSecretName?: pulumi.Input<string>;
}

const name = (what: string) => input(text(`Give ${what}.`));
const annotations = z
  .record(z.string(), input(z.string({ error: "must be text: annotations are strings." })))
  .optional();

/** Exposure by kind. */
export const exposureSchema = z.discriminatedUnion(
  "kind",
  [
    object({ kind: z.literal("cluster-ip") }),
    object({
      kind: z.literal("load-balancer"),
      annotations,
      loadBalancerClass: name("a class").optional(),
      sourceRanges: z.array(name("a CIDR, for example 10.0.0.0/8")).optional(),
    }),
    object({
      kind: z.literal("ingress"),
      host: name('the host name, for example "qwen.example.com"'),
      tlsSecretName: name("the name of a Secret of type kubernetes.io/tls").optional(),
      className: name("an IngressClass").optional(),
      annotations,
    }),
  ],
  byKind(["cluster-ip", "load-balancer", "ingress"]),
);

/** Names in the gateway's arguments: the plain rest is topology's to check. */
export const gatewayNames = object({
  image: name("an image").optional(),
  exposure: exposureSchema.optional(),
  tlsSecretName: name("the name of a Secret of type kubernetes.io/tls").optional(),
});
