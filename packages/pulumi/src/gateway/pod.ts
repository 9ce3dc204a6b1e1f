import type * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import type { ServingPlan } from "@sonar-iac/topology";
import { override } from "../args";
import type { KeyReferences } from "../keys";
import { containerSecurity, podSecurity, spread } from "../kube";
import { type Platform, pullSecrets } from "../platform";

type PodSpec = k8s.types.input.core.v1.PodSpec;

/** LTS until 2030. */
export const defaultImage = "docker.io/library/haproxy:3.2.21";

/** The user `haproxy` of that image. */
const user = 99;

/** Where files are in a gateway pod. */
export const files = {
  clients: "/run/sonar/clients.map",
  certificate: "/etc/sonar-tls/tls.crt",
  engineKeyVariable: "SONAR_ENGINE_KEY",
} as const;

/** Last changes to a gateway pod, merged over what the library makes; a list replaces the library's list. */
export interface GatewayOverrides {
  pod?: Partial<PodSpec>;
  container?: Partial<k8s.types.input.core.v1.Container>;
}

/** A gateway pod: keys are hashed first, then HAProxy runs. */
export function gatewayPod(inputs: {
  plan: ServingPlan;
  platform: Platform;
  keys: KeyReferences;
  image: pulumi.Input<string>;
  config: pulumi.Input<string>;
  serviceAccountName: pulumi.Input<string>;
  tlsSecretName?: pulumi.Input<string>;
  selector: Record<string, string>;
  overrides?: GatewayOverrides;
}): PodSpec {
  const { plan, platform, keys, image, config, tlsSecretName, selector, overrides = {} } = inputs;
  const { gateway, timings } = plan;
  const http = { httpGet: { path: "/health", port: "http" } };
  const hardened = { ...containerSecurity, readOnlyRootFilesystem: true };
  const memory = `${gateway.memoryMiB}Mi`;
  const container: k8s.types.input.core.v1.Container = {
    name: "haproxy",
    image,
    command: ["/bin/sh", "/etc/sonar/run.sh", "/etc/sonar/haproxy.cfg"],
    env: [
      { name: files.engineKeyVariable, valueFrom: { secretKeyRef: { name: keys.engineSecret, key: keys.engineKey } } },
    ],
    ports: [
      { name: "http", containerPort: gateway.ports.http },
      ...(gateway.ports.https === null ? [] : [{ name: "https", containerPort: gateway.ports.https }]),
      { name: "metrics", containerPort: gateway.ports.metrics },
    ],
    resources: { requests: { cpu: "500m", memory }, limits: { memory } },
    securityContext: hardened,
    startupProbe: { ...http, periodSeconds: 1, failureThreshold: 60 },
    readinessProbe: { ...http, periodSeconds: 2, timeoutSeconds: 2, failureThreshold: 2 },
    // what has not answered for a minute has nothing to drain
    livenessProbe: {
      ...http,
      periodSeconds: 10,
      timeoutSeconds: 5,
      failureThreshold: 6,
      terminationGracePeriodSeconds: 30,
    },
    volumeMounts: [
      { name: "config", mountPath: "/etc/sonar", readOnly: true },
      { name: "run", mountPath: "/run/sonar" },
      ...(tlsSecretName === undefined ? [] : [{ name: "tls", mountPath: "/etc/sonar-tls", readOnly: true }]),
    ],
  };
  const spec: PodSpec = {
    serviceAccountName: inputs.serviceAccountName,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: timings.gateway.graceSeconds,
    ...pullSecrets(platform),
    securityContext: podSecurity(user),
    topologySpreadConstraints: spread(selector),
    initContainers: [
      {
        name: "keys",
        image,
        command: ["/bin/sh", "/etc/sonar/keys.sh", "/etc/sonar-keys", files.clients],
        resources: { requests: { cpu: "10m", memory: "16Mi" }, limits: { memory: "64Mi" } },
        securityContext: hardened,
        volumeMounts: [
          { name: "config", mountPath: "/etc/sonar", readOnly: true },
          { name: "client-keys", mountPath: "/etc/sonar-keys", readOnly: true },
          { name: "run", mountPath: "/run/sonar" },
        ],
      },
    ],
    containers: [override(container, overrides.container)],
    volumes: [
      { name: "config", configMap: { name: config } },
      {
        name: "client-keys",
        secret: {
          secretName: keys.clientSecret,
          items: plan.keys.clients.map((client) => ({ key: client, path: client })),
        },
      },
      { name: "run", emptyDir: { medium: "Memory", sizeLimit: "8Mi" } },
      ...(tlsSecretName === undefined
        ? []
        : [
            {
              name: "tls",
              // HAProxy looks for the key of FILE in FILE.key
              secret: {
                secretName: tlsSecretName,
                items: [
                  { key: "tls.crt", path: "tls.crt" },
                  { key: "tls.key", path: "tls.crt.key" },
                ],
              },
            },
          ]),
    ],
  };
  return override(spec, overrides.pod);
}
