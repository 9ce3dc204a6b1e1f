import type * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import { override } from "../args";
import { containerSecurity, podSecurity, spread } from "../kube";
import { type Platform, pullSecrets } from "../platform";
import type { RouterOverrides } from "./args";
import type { RoutedPlan } from "./config";
import { folder, type RouterProgram } from "./program";

type PodSpec = k8s.types.input.core.v1.PodSpec;

/** The user `node` of the stock image; any other image must do with it too. */
const user = 1000;

/** A router pod. */
export function routerPod(inputs: {
  plan: RoutedPlan;
  platform: Platform;
  program: RouterProgram;
  /** Names of the ConfigMaps with the program's files. */
  files: pulumi.Input<string>[];
  serviceAccountName: pulumi.Input<string>;
  selector: Record<string, string>;
  overrides?: RouterOverrides;
}): PodSpec {
  const { plan, platform, program, files, selector, overrides = {} } = inputs;
  const { ports, memoryMiB, cpu } = plan.router;
  const { graceSeconds, lingerSeconds } = plan.timings.router;
  const at = (path: string, port = "http") => ({ httpGet: { path, port } });
  const memory = `${memoryMiB}Mi`;
  const container: k8s.types.input.core.v1.Container = {
    name: "router",
    image: program.image,
    command: program.command,
    env: program.env,
    ports: [
      { name: "http", containerPort: ports.http },
      ...(program.alivePort === "alive" ? [{ name: "alive", containerPort: ports.alive }] : []),
      ...(program.metrics ? [{ name: "metrics", containerPort: ports.metrics }] : []),
    ],
    resources: { requests: { cpu: String(cpu), memory }, limits: { memory } },
    securityContext: { ...containerSecurity, readOnlyRootFilesystem: true },
    startupProbe: { ...at(program.alivePath), periodSeconds: 1, failureThreshold: 60 },
    readinessProbe: { ...at(program.readyPath), periodSeconds: 2, timeoutSeconds: 2, failureThreshold: 2 },
    // what has not answered for a minute has nothing to drain
    livenessProbe: {
      ...at(program.alivePath, program.alivePort),
      periodSeconds: 10,
      timeoutSeconds: 5,
      failureThreshold: 6,
      terminationGracePeriodSeconds: 30,
    },
    ...(!program.lingers && { lifecycle: { preStop: { sleep: { seconds: lingerSeconds } } } }),
    volumeMounts: [
      ...(files.length > 0 ? [{ name: "files", mountPath: folder, readOnly: true }] : []),
      { name: "tmp", mountPath: "/tmp" },
    ],
  };
  const spec: PodSpec = {
    serviceAccountName: inputs.serviceAccountName,
    automountServiceAccountToken: program.rules.length > 0,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: graceSeconds,
    ...pullSecrets(platform),
    securityContext: podSecurity(user),
    topologySpreadConstraints: spread(selector),
    containers: [override(container, overrides.container)],
    volumes: [
      ...(files.length > 0
        ? [{ name: "files", projected: { sources: files.map((name) => ({ configMap: { name } })) } }]
        : []),
      { name: "tmp", emptyDir: { medium: "Memory", sizeLimit: "8Mi" } },
    ],
  };
  return override(spec, overrides.pod);
}
