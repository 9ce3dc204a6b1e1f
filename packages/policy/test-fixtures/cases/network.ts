import { unknownValue } from "../../src/view";
import { engine, good, policy } from "../engine";
import { labels, object, type Properties, resource } from "../stack";
import type { Cases } from "./case";

const service = (type: string, more = {}) =>
  object("Service", "qwen", { type, selector: labels, ports: [{ port: 80 }] }, more);
const group = object("LeaderWorkerSet", "qwen", {
  leaderWorkerTemplate: { size: 2, workerTemplate: engine().fields.at("spec", "template").rawValue },
});
const elsewhere = { metadata: { namespace: "edge" } };
const httpRoute = (backend: Properties, spec: Properties = {}) =>
  object("HTTPRoute", "web", { rules: [{ backendRefs: [backend] }], ...spec });
const ingressTo = (name: string) =>
  object("Ingress", "web", { rules: [{ http: { paths: [{ backend: { service: { name } } }] } }] });

/** Who reaches an engine. */
export const networkCases: Record<string, Cases> = {
  "network-policy-present": {
    pass: [
      { what: "one", resources: good() },
      {
        what: "one by the label that a controller adds",
        resources: [
          group,
          policy(undefined, { podSelector: { matchLabels: { "leaderworkerset.sigs.k8s.io/name": "qwen" } } }),
        ],
      },
    ],
    fail: [
      { what: "none", resources: [engine()], says: "no NetworkPolicy of this stack selects the pods of qwen" },
      {
        what: "one for one of two pods",
        resources: [
          engine(),
          policy([], { podSelector: { matchLabels: { "statefulset.kubernetes.io/pod-name": "qwen-0" } } }),
        ],
        says: "selects the pods of qwen",
      },
      {
        what: "none for an Argo Rollout",
        resources: [engine({ kind: "Rollout" })],
        says: "no NetworkPolicy of this stack selects the pods of qwen",
      },
      {
        what: "none for an engine in a list",
        resources: [
          resource("kubernetes:core/v1:List", "all", {
            items: [{ apiVersion: "apps/v1", kind: "StatefulSet", ...(engine().fields.rawValue as Properties) }],
          }),
        ],
        says: "selects the pods of qwen",
      },
      {
        what: "one for others",
        resources: [engine(), policy([], { podSelector: { matchLabels: { app: "other" } } })],
        says: "selects the pods of qwen",
      },
      {
        what: "one for egress",
        resources: [engine(), policy([], { policyTypes: ["Egress"] })],
        says: "selects the pods of qwen",
      },
    ],
    open: [
      {
        what: "a selector that comes later",
        resources: [engine(), policy([], { podSelector: unknownValue })],
        says: "podSelector",
      },
    ],
  },
  "engine-reachable-from-gateway-only": {
    pass: [
      { what: "a Service of the cluster", resources: [...good(), service("ClusterIP"), ingressTo("gateway")] },
      { what: "a route to a gateway", resources: [...good(), service("ClusterIP"), httpRoute({ name: "gateway" })] },
      {
        what: "a route to a Service of the same name elsewhere",
        resources: [...good(), service("ClusterIP"), httpRoute({ name: "qwen", namespace: "other" })],
      },
      {
        what: "a route to a pool of endpoints, whose picker goes before the engine",
        resources: [...good(), service("ClusterIP"), httpRoute({ name: "qwen", kind: "InferencePool" })],
      },
      {
        what: "a route inside of a mesh",
        resources: [
          ...good(),
          service("ClusterIP"),
          httpRoute({ name: "qwen" }, { parentRefs: [{ kind: "Service", name: "qwen" }] }),
        ],
      },
      {
        what: "a load balancer for a pod that is another's",
        resources: [
          ...good(),
          object("Service", "first", {
            type: "LoadBalancer",
            selector: { "statefulset.kubernetes.io/pod-name": "qwen-2" },
          }),
        ],
      },
      {
        what: "an init container that ends",
        resources: good({
          pod: { initContainers: [{ command: ["aphrodite", "serve", "m"], ports: [{ hostPort: 81 }] }] },
        }),
      },
      {
        what: "a selector by expression",
        resources: [
          engine(),
          policy([
            { from: [{ podSelector: { matchExpressions: [{ key: "app", operator: "In", values: ["gateway"] }] } }] },
          ]),
        ],
      },
    ],
    fail: [
      {
        what: "a load balancer",
        resources: [...good(), service("LoadBalancer")],
        says: "Service qwen of type LoadBalancer leads straight to the engine",
      },
      {
        what: "an Ingress",
        resources: [...good(), service("ClusterIP"), ingressTo("qwen")],
        says: "Ingress web leads straight to the engine",
      },
      {
        what: "a port of the node",
        resources: [...good({ container: { ports: [{ containerPort: 2242, hostPort: 80 }] } })],
        says: "hostPort 80",
      },
      {
        what: "a port of the node, at a native sidecar",
        resources: good({
          pod: {
            containers: [],
            initContainers: [
              { command: ["aphrodite", "serve", "m"], restartPolicy: "Always", ports: [{ hostPort: 81 }] },
            ],
          },
        }),
        says: "hostPort 81",
      },
      {
        what: "an address outside",
        resources: [...good(), object("Service", "qwen", { selector: labels, externalIPs: ["203.0.113.7"] })],
        says: "Service qwen with externalIPs 203.0.113.7 leads straight to the engine",
      },
      {
        what: "a load balancer for one pod",
        resources: [
          ...good(),
          object("Service", "first", {
            type: "LoadBalancer",
            selector: { "statefulset.kubernetes.io/pod-name": "qwen-1" },
          }),
        ],
        says: "Service first of type LoadBalancer",
      },
      {
        what: "a load balancer for leaders",
        resources: [
          group,
          policy(),
          object("Service", "leaders", {
            type: "LoadBalancer",
            selector: { ...labels, "leaderworkerset.sigs.k8s.io/worker-index": "0" },
          }),
        ],
        says: "Service leaders of type LoadBalancer",
      },
      {
        what: "a list with a load balancer",
        resources: [
          ...good(),
          resource("kubernetes:core/v1:ServiceList", "all", {
            items: [
              { metadata: { name: "in-list", namespace: "llm" }, spec: { type: "LoadBalancer", selector: labels } },
            ],
          }),
        ],
        says: "Service in-list of type LoadBalancer",
      },
      {
        what: "a route of a gateway",
        resources: [...good(), service("ClusterIP"), httpRoute({ name: "qwen", port: 80 })],
        says: "HTTPRoute web leads straight to the engine",
      },
      {
        what: "a route in a namespace that comes later, as the engine's does",
        resources: [
          ...good(),
          service("ClusterIP"),
          object(
            "HTTPRoute",
            "web",
            { rules: [{ backendRefs: [{ name: "qwen" }] }] },
            {
              metadata: { namespace: unknownValue },
            },
          ),
        ],
        says: "HTTPRoute web leads straight to the engine",
      },
      {
        what: "a route from another namespace",
        resources: [
          ...good(),
          service("ClusterIP"),
          object("IngressRoute", "web", { routes: [{ services: [{ name: "qwen", namespace: "llm" }] }] }, elsewhere),
        ],
        says: "IngressRoute web leads straight to the engine",
      },
      {
        what: "two policies for a half of all addresses each",
        resources: [
          engine(),
          policy([{ from: [{ ipBlock: { cidr: "0.0.0.0/1" } }] }]),
          object("NetworkPolicy", "other", {
            podSelector: {},
            ingress: [{ from: [{ ipBlock: { cidr: "128.0.0.0/1" } }] }],
          }),
        ],
        says: "NetworkPolicy qwen and NetworkPolicy other together let in every IPv4 address (0.0.0.0/1, 128.0.0.0/1)",
      },
      { what: "a policy for everyone", resources: [engine(), policy([{}])], says: "lets in everyone" },
      {
        what: "a policy for every address",
        resources: [engine(), policy([{ from: [{ ipBlock: { cidr: "0.0.0.0/0" } }] }])],
        says: "every address (0.0.0.0/0)",
      },
      {
        what: "a policy for every pod",
        resources: [engine(), policy([{ from: [{ podSelector: {} }] }])],
        says: "every pod of the namespace",
      },
    ],
  },
};
