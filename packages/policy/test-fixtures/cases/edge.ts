import { unknownValue } from "../../src/view";
import { engine } from "../engine";
import { decode, prefill } from "../pair";
import { object, resource } from "../stack";
import type { Cases } from "./case";

const albType = "aws:lb/loadBalancer:LoadBalancer";
const alb = (more = {}) => resource(albType, "front", { loadBalancerType: "application", idleTimeout: 660, ...more });
const albUrn = alb().urn;
const listener = (more = {}) =>
  resource("aws:lb/listener:Listener", "front", { port: 443, protocol: "HTTPS", ...more }, [albUrn]);
const service = (annotations = {}, port: object = { port: 443 }, more = {}) =>
  object("Service", "gateway", { type: "LoadBalancer", ports: [{ ...port }], ...more }, { metadata: { annotations } });
const ingress = (annotations = {}, spec = {}) => object("Ingress", "gateway", spec, { metadata: { annotations } });
const nginx = "nginx.ingress.kubernetes.io";
const elb = "service.beta.kubernetes.io/aws-load-balancer";
const haproxy = (line: string) =>
  resource("ConfigMap", "gateway", {
    data: { "haproxy.cfg": `defaults\n  mode http\n  ${line}\nbackend engines\n  option redispatch 1\n` },
  });

/** Rules of what stands in front. */
export const edgeCases: Record<string, Cases> = {
  "public-load-balancer-allowed": {
    pass: [
      {
        what: "internal ones",
        resources: [
          alb({ internal: true }),
          service({ [`${elb}-scheme`]: "internal" }),
          ingress({ "alb.ingress.kubernetes.io/scheme": "internal" }),
        ],
      },
      { what: "an allowed one", resources: [alb()], settings: { allowPublic: ["fr*"] } },
      { what: "a Service of the cluster", resources: [object("Service", "gateway", { type: "ClusterIP" })] },
      {
        what: "the controller's default",
        resources: [service({}, { port: 443 }, { loadBalancerClass: "service.k8s.aws/nlb" })],
      },
    ],
    fail: [
      { what: "an ALB that does not say", resources: [alb()], says: 'add "front" to allowPublic' },
      { what: "a Service", resources: [service()], says: "nobody has allowed that" },
      {
        what: "an Ingress",
        resources: [ingress({ "alb.ingress.kubernetes.io/scheme": "internet-facing" })],
        says: "nobody has allowed that",
      },
    ],
    open: [
      {
        what: "a scheme that comes later",
        resources: [alb({ internal: unknownValue })],
        says: "internal is known only after deployment",
      },
    ],
  },
  "public-load-balancer-tls": {
    pass: [
      {
        what: "HTTPS and a redirect to it",
        resources: [
          alb(),
          listener(),
          listener({ port: 80, protocol: "HTTP", defaultActions: [{ type: "redirect" }] }),
        ],
      },
      { what: "HTTP inside", resources: [alb({ internal: true }), listener({ protocol: "HTTP" })] },
      {
        what: "a certificate of the load balancer",
        resources: [service({ [`${elb}-ssl-cert`]: "arn:aws:acm:1" }, { port: 80 })],
      },
      { what: "an Ingress with a Secret", resources: [ingress({}, { tls: [{ secretName: "tls" }] })] },
    ],
    fail: [
      {
        what: "HTTP",
        resources: [alb(), listener({ port: 80, protocol: "HTTP" })],
        says: "the listener on port 80 speaks HTTP",
      },
      { what: "a Service", resources: [service({}, { port: 80 })], says: "port 80 has no TLS" },
      { what: "an Ingress", resources: [ingress()], says: "it has no TLS" },
    ],
    open: [
      {
        what: "a load balancer of another stack",
        resources: [listener({ protocol: "HTTP" })],
        says: "not part of this stack",
      },
    ],
  },
  "idle-time-outlasts-requests": {
    pass: [
      { what: "above the drain", resources: [alb(), engine()] },
      { what: "no Sonar", resources: [alb({ idleTimeout: null })] },
      {
        what: "above decode's drain, below that of prefill, which waits for its blocks too",
        resources: [
          alb(),
          prefill({ args: ["--shutdown-timeout", "725"] }),
          decode({ args: ["--shutdown-timeout", "605"] }),
        ],
      },
      {
        what: "ingress-nginx",
        resources: [engine(), ingress({ [`${nginx}/proxy-read-timeout`]: "660" }, { ingressClassName: "nginx" })],
      },
    ],
    fail: [
      {
        what: "an ALB's own",
        resources: [alb({ idleTimeout: null }), engine()],
        says: "silent for 60 s, but requests may take 605 s. Set it to 620",
      },
      {
        what: "below decode's drain",
        resources: [alb(), prefill(), decode({ args: ["--shutdown-timeout", "725"] })],
        says: "silent for 660 s, but requests may take 725 s",
      },
      {
        what: "an ALB of an Ingress",
        resources: [
          engine(),
          ingress({ "alb.ingress.kubernetes.io/load-balancer-attributes": "idle_timeout.timeout_seconds=300" }),
        ],
        says: "silent for 300 s",
      },
      {
        what: "ingress-nginx' own",
        resources: [engine(), ingress({}, { ingressClassName: "nginx" })],
        says: "silent for 60 s",
      },
      { what: "more than an ALB can", resources: [alb()], settings: { maxRequestSeconds: 5000 }, says: "Use an NLB" },
    ],
    open: [
      {
        what: "a drain that comes later",
        resources: [alb(), engine({ args: ["--shutdown-timeout", unknownValue] })],
        says: "args[2]",
      },
    ],
  },
  "no-retry-after-headers": {
    pass: [
      { what: "connection failures", resources: [engine(), haproxy("retry-on conn-failure")] },
      { what: "another's proxy", resources: [haproxy("retry-on all-retryable-errors")] },
      { what: "ingress-nginx off", resources: [engine(), ingress({ [`${nginx}/proxy-next-upstream`]: "off" })] },
    ],
    fail: [
      {
        what: "everything",
        resources: [engine(), haproxy("retry-on conn-failure response-timeout 503")],
        says: "retry-on response-timeout 503 in haproxy.cfg",
      },
      {
        what: "POST requests",
        resources: [engine(), ingress({ [`${nginx}/proxy-next-upstream`]: "error timeout non_idempotent" })],
        says: "sends POST requests to a second engine",
      },
      {
        what: "a mesh",
        resources: [
          engine(),
          object("VirtualService", "qwen", { http: [{ retries: { attempts: 2, retryOn: "5xx" } }] }),
        ],
        says: "retries on 5xx",
      },
      {
        what: "Traefik",
        resources: [engine(), object("Middleware", "again", { retry: { attempts: 3 } })],
        says: "Remove spec.retry",
      },
    ],
  },
};
