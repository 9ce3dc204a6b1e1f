import type * as k8s from "@pulumi/kubernetes";
import { paths, type RankPlan, type WeightsPlan } from "@sonar-iac/topology";
import { engineUser } from "../caches";
import { containerSecurity } from "../kube";
import { deviceParts } from "./devices";
import { groupCommand } from "./group/command";
import { groupOf } from "./group/group";
import { kvCacheEnv, kvCacheVolumes, kvCacheWord } from "./kvCache";
import type { Pairing } from "./pairing";
import type { EnginePodInputs } from "./pod";
import { placementOf } from "./scheduling";
import { engineShell, rankShell } from "./scripts";
import { apiPorts, hasApi, servingParts } from "./serving";

/** The engine in the pod of one rank. */
export function engineContainer(inputs: EnginePodInputs, rank: RankPlan): k8s.types.input.core.v1.Container {
  const { plan, pool, platform, image, keys, pairing, kvCache } = inputs;
  const { resources } = rank;
  const group = groupOf(pool);
  // a pod that is a whole engine, and speaks to no other, has no use for them
  const devices = deviceParts(
    pairing || group || kvCache?.plan.adapters ? placementOf(inputs, rank).devices : {},
    inputs.runAsUser ?? engineUser,
  );
  const gpu = { [platform.nodes.gpuResource ?? "nvidia.com/gpu"]: String(rank.gpus), ...devices.resources };
  return {
    name: "engine",
    image,
    command: ["/bin/sh", "-c", group ? rankShell : engineShell, "engine"],
    args: group ? groupCommand(inputs, rank, group) : rank.argv.map((word) => kvCacheWord(word, kvCache)),
    env: [
      ...kvCacheEnv({ ...devices.env, ...rank.env }, kvCache),
      ...Object.entries(inputs.secretEnvironment ?? {}).map(([name, { secretName, key }]) => ({
        name,
        valueFrom: { secretKeyRef: { name: secretName, key: key ?? "token" } },
      })),
      ...(kvCache?.attachment.env ?? []),
      { name: "APHRODITE_HOST_IP", ...podAddress },
      // bound and told to the other side: its default is localhost
      ...(pairing ? [{ name: "APHRODITE_NIXL_SIDE_CHANNEL_HOST", ...podAddress }] : []),
      { name: "APHRODITE_API_KEY", valueFrom: { secretKeyRef: { name: keys.engineSecret, key: keys.engineKey } } },
    ],
    ports: [
      ...(hasApi(pool, rank) ? apiPorts(pool).map(({ name, port }) => ({ name, containerPort: port })) : []),
      ...(group && rank.rank === 0 ? [{ name: "group", containerPort: group.supervisorPort }] : []),
      ...sideChannelPorts(pairing),
    ],
    resources: {
      requests: { cpu: String(resources.cpuRequest), memory: `${resources.memoryRequestGiB}Gi`, ...gpu },
      limits: { ...(resources.memoryLimitGiB !== null && { memory: `${resources.memoryLimitGiB}Gi` }), ...gpu },
    },
    securityContext: {
      ...containerSecurity,
      capabilities: { ...containerSecurity.capabilities, ...devices.capabilities },
    },
    ...servingParts(inputs, rank),
    volumeMounts: [
      ...weightsMount(plan.caches.weights),
      { name: "compile-cache", mountPath: paths.cache },
      { name: "scripts", mountPath: paths.scripts, readOnly: true },
      { name: "shm", mountPath: "/dev/shm" },
      ...kvCacheVolumes(kvCache).mounts,
    ],
  };
}

const podAddress = { valueFrom: { fieldRef: { fieldPath: "status.podIP" } } };

/** One port for each data-parallel rank. */
const sideChannelPorts = (pairing: Pairing | undefined) =>
  Array.from({ length: pairing?.transfer.sideChannelPorts ?? 0 }, (_, rank) => ({
    name: `side-channel-${rank}`,
    containerPort: (pairing?.transfer.sideChannelPort ?? 0) + rank,
  }));

/** Weights are read-only once they are fetched; streamed ones are not mounted. */
const weightsMount = ({ kind, fetch }: WeightsPlan) =>
  kind === "streamed" ? [] : [{ name: "weights", mountPath: paths.models, readOnly: fetch || kind === "shared" }];
