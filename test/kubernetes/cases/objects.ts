import type { Json } from "./case";

const labels = { "app.kubernetes.io/instance": "qwen3" };
const object = (apiVersion: string, kind: string, name: string, rest: Json): Json => ({
  apiVersion,
  kind,
  metadata: { name },
  ...rest,
});
const RBAC = "rbac.authorization.k8s.io";
const NETWORKING = "networking.k8s.io/v1";

export const NAMESPACE = object("v1", "Namespace", "llm", {});
export const SERVICE_ACCOUNT = object("v1", "ServiceAccount", "qwen3", { automountServiceAccountToken: false });
export const CONFIG_MAP = object("v1", "ConfigMap", "qwen3", {
  data: { "haproxy.cfg": "global\n", _KEY: "" },
  binaryData: { "router.bin": "AAECAw==" },
});
export const SECRET = object("v1", "Secret", "qwen3-keys", { stringData: { internal: "k" }, data: { web: "aw==" } });
export const SERVICE = object("v1", "Service", "qwen3", {
  spec: {
    selector: labels,
    ports: [
      { name: "http", port: 80, targetPort: "http", appProtocol: "kubernetes.io/h2c" },
      { name: "metrics-for-prometheus", port: 9090, targetPort: 9090, protocol: "TCP" },
      { name: "dns", port: 9090, targetPort: 9090, protocol: "UDP" },
    ],
  },
});
export const HEADLESS = object("v1", "Service", "qwen3-serve", {
  spec: { clusterIP: "None", selector: labels, publishNotReadyAddresses: true },
});
export const LOAD_BALANCER = object("v1", "Service", "qwen3-public", {
  spec: {
    type: "LoadBalancer",
    loadBalancerClass: "service.k8s.aws/nlb",
    externalTrafficPolicy: "Local",
    ports: [{ port: 443 }],
  },
});
export const EXTERNAL_NAME = object("v1", "Service", "cache", {
  spec: { type: "ExternalName", externalName: "cache.example.com." },
});
export const CLAIM = object("v1", "PersistentVolumeClaim", "weights", {
  spec: { accessModes: ["ReadWriteMany"], resources: { requests: { storage: "100Gi" } }, storageClassName: "efs" },
});
export const VOLUME = object("v1", "PersistentVolume", "weights", {
  spec: { capacity: { storage: "1Ti" }, accessModes: ["ReadOnlyMany"], nfs: { server: "10.0.0.1", path: "/" } },
});
export const STORAGE_CLASS = object("storage.k8s.io/v1", "StorageClass", "gp3", {
  provisioner: "ebs.csi.aws.com",
  parameters: { type: "gp3" },
  volumeBindingMode: "WaitForFirstConsumer",
});
export const INGRESS = object(NETWORKING, "Ingress", "qwen3", {
  spec: {
    ingressClassName: "alb",
    tls: [{ hosts: ["qwen.example.com"], secretName: "qwen-tls" }],
    rules: [
      {
        host: "qwen.example.com",
        http: {
          paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "qwen3", port: { name: "http" } } } }],
        },
      },
      {
        host: "*.example.com",
        http: {
          paths: [
            { pathType: "ImplementationSpecific", backend: { service: { name: "qwen3", port: { number: 80 } } } },
          ],
        },
      },
    ],
  },
});
export const NETWORK_POLICY = object(NETWORKING, "NetworkPolicy", "qwen3", {
  spec: {
    podSelector: { matchLabels: labels },
    policyTypes: ["Ingress", "Egress"],
    ingress: [
      {
        from: [{ podSelector: { matchLabels: labels }, namespaceSelector: {} }],
        ports: [{ port: 2242 }, { port: "http" }, { port: 30000, endPort: 32767 }],
      },
    ],
    egress: [{ to: [{ ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } }, { ipBlock: { cidr: "fd00::/8" } }] }],
  },
});
export const BUDGET = object("policy/v1", "PodDisruptionBudget", "qwen3", {
  spec: { maxUnavailable: 1, selector: { matchLabels: labels }, unhealthyPodEvictionPolicy: "AlwaysAllow" },
});
export const ROLE = object(`${RBAC}/v1`, "Role", "router:discovery", {
  rules: [{ apiGroups: ["discovery.k8s.io"], resources: ["endpointslices"], verbs: ["get", "list", "watch"] }],
});
export const CLUSTER_ROLE = object(`${RBAC}/v1`, "ClusterRole", "metrics", {
  rules: [{ nonResourceURLs: ["/metrics"], verbs: ["get"] }],
});
export const ROLE_BINDING = object(`${RBAC}/v1`, "RoleBinding", "router", {
  roleRef: { apiGroup: RBAC, kind: "Role", name: "router:discovery" },
  subjects: [{ kind: "ServiceAccount", name: "router" }],
});
export const CLUSTER_ROLE_BINDING = object(`${RBAC}/v1`, "ClusterRoleBinding", "metrics", {
  roleRef: { apiGroup: RBAC, kind: "ClusterRole", name: "metrics" },
  subjects: [{ kind: "ServiceAccount", name: "router", namespace: "llm" }],
});
export const ENDPOINT_SLICE = object("discovery.k8s.io/v1", "EndpointSlice", "engines-1", {
  addressType: "IPv4",
  ports: [{ name: "http", port: 2242 }],
  endpoints: [{ addresses: ["10.0.0.7"], conditions: { ready: true } }],
});
export const PRIORITY_CLASS = object("scheduling.k8s.io/v1", "PriorityClass", "serving", { value: 1000 });
export const AUTOSCALER = object("autoscaling/v2", "HorizontalPodAutoscaler", "gateway", {
  spec: {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "gateway" },
    minReplicas: 2,
    maxReplicas: 8,
    metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 70 } } }],
  },
});
