import type * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import {
  fetchedInPods,
  type PoolPlan,
  paths,
  type RankPlan,
  type ServingPlan,
  type WeightsPlan,
} from "@sonar-iac/topology";
import { override } from "../args";
import { cacheVolumes, engineUser, fetchContainer, type ModelCacheArgs, type SecretReference } from "../caches";
import type { KeyReferences } from "../keys";
import { containerSecurity, literal, podSecurity } from "../kube";
import { type Platform, type PodPlacement, placement, pullSecrets } from "../platform";
import { engineShell } from "./scripts";

type PodSpec = k8s.types.input.core.v1.PodSpec;
type Container = k8s.types.input.core.v1.Container;

/** Last changes to an engine pod, merged over what the library makes; a list replaces the library's list. */
export interface EngineOverrides {
  /** Fields of the pod's spec. */
  pod?: Partial<PodSpec>;
  /** Fields of the engine's container. */
  container?: Partial<Container>;
}

/** What an engine pod is made of. */
export interface EnginePodInputs {
  plan: ServingPlan;
  pool: PoolPlan;
  platform: Platform;
  /** How the pods get onto nodes. @default onto the platform's nodes */
  placement?: PodPlacement;
  image: pulumi.Input<string>;
  keys: KeyReferences;
  scripts: pulumi.Input<string>;
  serviceAccountName: pulumi.Input<string>;
  modelCache?: ModelCacheArgs;
  claimName?: pulumi.Input<string>;
  /** Annotations of the engines' service account. @default {} */
  accountAnnotations?: Record<string, pulumi.Input<string>>;
  huggingFaceToken?: SecretReference;
  secretEnvironment?: Record<string, SecretReference>;
  runAsUser?: number;
  selector: Record<string, string>;
  overrides?: EngineOverrides;
}

/** The pod of one rank, and the claims that come with it. */
export function enginePod(
  inputs: EnginePodInputs,
  rank: RankPlan,
): { spec: PodSpec; claims: k8s.types.input.core.v1.PersistentVolumeClaim[] } {
  const { plan, pool, platform, selector, overrides = {} } = inputs;
  const caches = cacheVolumes(plan.caches, inputs.modelCache, inputs.claimName);
  const { weights } = plan.caches;
  const fetchesItself = fetchedInPods(weights);
  const spec: PodSpec = {
    serviceAccountName: inputs.serviceAccountName,
    automountServiceAccountToken: false,
    // a Service named "aphrodite" would become APHRODITE_PORT, at which the engine stops
    enableServiceLinks: false,
    terminationGracePeriodSeconds: plan.timings.engine.graceSeconds,
    ...(platform.priorityClassName !== undefined && { priorityClassName: platform.priorityClassName }),
    ...pullSecrets(platform),
    ...(inputs.placement ?? placement(platform.nodes)),
    securityContext: podSecurity(inputs.runAsUser ?? engineUser),
    topologySpreadConstraints: ["topology.kubernetes.io/zone", "kubernetes.io/hostname"].map((topologyKey) => ({
      maxSkew: 1,
      topologyKey,
      whenUnsatisfiable: "ScheduleAnyway",
      labelSelector: { matchLabels: selector },
      nodeTaintsPolicy: "Honor",
    })),
    ...(fetchesItself && {
      initContainers: [
        fetchContainer({
          model: plan.model,
          plan: weights,
          image: inputs.modelCache?.fetchImage ?? inputs.image,
          huggingFaceToken: inputs.huggingFaceToken,
        }),
      ],
    }),
    containers: [override(engineContainer(inputs, rank), overrides.container)],
    volumes: [
      ...caches.volumes,
      { name: "scripts", configMap: { name: inputs.scripts } },
      { name: "shm", emptyDir: { medium: "Memory", sizeLimit: `${rank.resources.sharedMemoryGiB}Gi` } },
    ],
  };
  return { spec: override(spec, overrides.pod), claims: pool.ranks.length === 1 ? caches.claims : [] };
}

function engineContainer(inputs: EnginePodInputs, rank: RankPlan): Container {
  const { plan, pool, platform, image, keys } = inputs;
  const { timings } = plan;
  const { resources } = rank;
  const gpu = { [platform.nodes.gpuResource ?? "nvidia.com/gpu"]: String(rank.gpus) };
  const { startup, readiness, liveness } = pool.probes;
  const health = { httpGet: { path: "/health", port: "http" } };
  return {
    name: "engine",
    image,
    command: ["/bin/sh", "-c", engineShell, "engine"],
    args: rank.argv.map(literal),
    env: [
      ...Object.entries(rank.env).map(([name, value]) => ({ name, value: literal(value) })),
      ...Object.entries(inputs.secretEnvironment ?? {}).map(([name, { secretName, key }]) => ({
        name,
        valueFrom: { secretKeyRef: { name: secretName, key: key ?? "token" } },
      })),
      { name: "APHRODITE_HOST_IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } },
      { name: "APHRODITE_API_KEY", valueFrom: { secretKeyRef: { name: keys.engineSecret, key: keys.engineKey } } },
    ],
    ports: [{ name: "http", containerPort: pool.httpPort }],
    resources: {
      requests: { cpu: String(resources.cpuRequest), memory: `${resources.memoryRequestGiB}Gi`, ...gpu },
      limits: { ...(resources.memoryLimitGiB !== null && { memory: `${resources.memoryLimitGiB}Gi` }), ...gpu },
    },
    securityContext: containerSecurity,
    // the port stays closed while weights load; the warm-up request is the last part of a start
    startupProbe: {
      exec: {
        command: [
          "python3",
          `${paths.scripts}/startup.py`,
          String(pool.httpPort),
          plan.model.servedName,
          String(plan.warmUp),
        ],
      },
      ...startup,
    },
    readinessProbe: { ...health, ...readiness },
    livenessProbe: { ...health, ...liveness },
    lifecycle: {
      preStop: {
        exec: {
          command: [
            "python3",
            `${paths.scripts}/stop.py`,
            String(pool.httpPort),
            String(timings.engine.preStopSeconds),
          ],
        },
      },
    },
    volumeMounts: [
      ...weightsMount(plan.caches.weights),
      { name: "compile-cache", mountPath: paths.cache },
      { name: "scripts", mountPath: paths.scripts, readOnly: true },
      { name: "shm", mountPath: "/dev/shm" },
    ],
  };
}

/** Weights are read-only once they are fetched; streamed ones are not mounted. */
const weightsMount = ({ kind, fetch }: WeightsPlan) =>
  kind === "streamed" ? [] : [{ name: "weights", mountPath: paths.models, readOnly: fetch || kind === "shared" }];
