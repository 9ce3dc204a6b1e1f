import type { Json } from "./case";

const labels = { "app.kubernetes.io/name": "sonar", "app.kubernetes.io/instance": "qwen3" };

/** A StatefulSet with about everything that an engine pod has. */
export const ENGINE: Json = {
  apiVersion: "apps/v1",
  kind: "StatefulSet",
  metadata: { name: "qwen3-serve", namespace: "llm", labels, annotations: { "example.com/Checksum": "1a2b" } },
  spec: {
    replicas: 2,
    serviceName: "qwen3-serve",
    podManagementPolicy: "Parallel",
    selector: { matchLabels: labels, matchExpressions: [{ key: "role", operator: "In", values: ["serve", "decode"] }] },
    updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1 } },
    persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled: "Delete" },
    volumeClaimTemplates: [
      {
        metadata: { name: "compile-cache" },
        spec: { accessModes: ["ReadWriteOnce"], storageClassName: "gp3", resources: { requests: { storage: "20Gi" } } },
      },
    ],
    template: {
      metadata: { labels: { ...labels, role: "serve" }, annotations: { "prometheus.io/scrape": "true" } },
      spec: {
        enableServiceLinks: false,
        terminationGracePeriodSeconds: 945,
        nodeSelector: { "nvidia.com/gpu.product": "NVIDIA-L4" },
        tolerations: [
          { key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" },
          { key: "node.kubernetes.io/unreachable", operator: "Exists", effect: "NoExecute", tolerationSeconds: 60 },
        ],
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: "topology.kubernetes.io/zone",
            whenUnsatisfiable: "ScheduleAnyway",
            labelSelector: { matchLabels: labels },
            matchLabelKeys: ["controller-revision-hash"],
            nodeTaintsPolicy: "Honor",
          },
        ],
        affinity: {
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              {
                weight: 100,
                podAffinityTerm: { topologyKey: "kubernetes.io/hostname", labelSelector: { matchLabels: labels } },
              },
            ],
          },
        },
        initContainers: [
          { name: "fetch", image: "busybox", command: ["true"] },
          { name: "agent", image: "busybox", restartPolicy: "Always", readinessProbe: { exec: { command: ["true"] } } },
        ],
        containers: [
          {
            name: "engine",
            image: "registry.example.com/aphrodite@sha256:0123",
            imagePullPolicy: "IfNotPresent",
            args: ["serve", "Qwen/Qwen3-8B"],
            ports: [
              { name: "http", containerPort: 2242 },
              { name: "kv-side-channel", containerPort: 5600, protocol: "TCP" },
            ],
            env: [
              { name: "HF_HUB_OFFLINE", value: "1" },
              { name: "APHRODITE_HOST_IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } },
              {
                name: "POD_INDEX",
                valueFrom: { fieldRef: { fieldPath: "metadata.labels['apps.kubernetes.io/pod-index']" } },
              },
              { name: "APHRODITE_API_KEY", valueFrom: { secretKeyRef: { name: "qwen3-keys", key: "internal" } } },
              { name: "LIMIT", valueFrom: { resourceFieldRef: { resource: "limits.memory" } } },
            ],
            envFrom: [{ configMapRef: { name: "qwen3-env" } }],
            resources: {
              requests: { cpu: "3500m", memory: "24Gi", "nvidia.com/gpu": 2 },
              limits: { cpu: 4, memory: "32Gi", "nvidia.com/gpu": "2" },
            },
            startupProbe: { httpGet: { path: "/health", port: "http" }, periodSeconds: 10, failureThreshold: 180 },
            livenessProbe: { httpGet: { path: "/health", port: 2242 }, timeoutSeconds: 5 },
            readinessProbe: { httpGet: { path: "/health", port: "http" }, successThreshold: 2 },
            lifecycle: { preStop: { sleep: { seconds: 15 } } },
            volumeMounts: [
              { name: "weights", mountPath: "/models", readOnly: true },
              { name: "compile-cache", mountPath: "/cache", subPath: "aphrodite" },
              { name: "shm", mountPath: "/dev/shm" },
              { name: "config", mountPath: "/etc/sonar" },
            ],
            securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
          },
        ],
        volumes: [
          { name: "weights", persistentVolumeClaim: { claimName: "qwen3-weights", readOnly: true } },
          { name: "shm", emptyDir: { medium: "Memory", sizeLimit: "16Gi" } },
          { name: "config", configMap: { name: "qwen3-config", items: [{ key: "a.yaml", path: "a.yaml" }] } },
        ],
      },
    },
  },
};

/** A Deployment such as a gateway's. */
export const GATEWAY: Json = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "qwen3-gateway", labels },
  spec: {
    replicas: 2,
    minReadySeconds: 5,
    progressDeadlineSeconds: 600,
    selector: { matchLabels: labels },
    strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: 0 } },
    template: {
      metadata: { labels },
      spec: {
        containers: [
          {
            name: "haproxy",
            image: "haproxy:3.2",
            ports: [{ containerPort: 8080 }],
            livenessProbe: { tcpSocket: { port: 8080 } },
          },
        ],
      },
    },
  },
};

const pod = { containers: [{ name: "main", image: "busybox" }] };

/** A bare pod. */
export const POD: Json = { apiVersion: "v1", kind: "Pod", metadata: { name: "one" }, spec: pod };

/** A DaemonSet such as one that pulls images ahead. */
export const DAEMONSET: Json = {
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name: "pre-pull" },
  spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: pod } },
};

const job = { backoffLimit: 3, template: { spec: { restartPolicy: "OnFailure", ...pod } } };

/** A Job such as one that fetches weights. */
export const JOB: Json = { apiVersion: "batch/v1", kind: "Job", metadata: { name: "fetch" }, spec: job };

/** A CronJob. */
export const CRONJOB: Json = {
  apiVersion: "batch/v1",
  kind: "CronJob",
  metadata: { name: "bench" },
  spec: { schedule: "0 3 * * 1-5", concurrencyPolicy: "Forbid", jobTemplate: { spec: job } },
};
