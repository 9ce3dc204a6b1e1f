import type * as pulumi from "@pulumi/pulumi";
import type { PoolPlan } from "@sonar-iac/topology";
import { ingressPolicy, labelsOf } from "../kube";
import type { Platform } from "../platform";
import { groupOf } from "./group/group";
import { type EngineKVCache, kvCacheLabel } from "./kvCache";
import { counterparts, engineLabels, type Role } from "./role";
import { apiPorts } from "./serving";

/**
 * Who reaches engines: what is in front of them and Prometheus, on the port of the API; and, on every port, the other pods of one engine, and engines
 * that exchange KV caches with them, whose transports choose theirs at random. Which group a pod is of no policy can say for groups that come and go: the
 * supervisor takes in none but its own.
 */
export function enginePolicy(
  name: string,
  args: {
    platform: Platform;
    /** The service's name. */
    service: string;
    pool: PoolPlan;
    kvCache?: EngineKVCache;
  },
  opts: pulumi.CustomResourceOptions,
) {
  const { platform, service, pool, kvCache } = args;
  const { role } = pool;
  const { selector, all } = engineLabels(service, role);
  const front = labelsOf(service, role === "serve" ? "gateway" : "router").selector;
  const ingress = [
    {
      from: [{ podSelector: { matchLabels: front } }, prometheus(platform)],
      ports: apiPorts(pool).map(({ port }) => ({ protocol: "TCP", port })),
    },
    ...(role === "serve" ? [] : [fromEngines(service, counterparts[role])]),
    ...(groupOf(pool) ? [fromEngines(service, role)] : []),
    ...(kvCache && kvCache.attachment.peerPorts.length > 0 ? [fromCache(kvCache.attachment)] : []),
  ];
  return ingressPolicy(name, { name, namespace: platform.namespace, labels: all }, selector, ingress, opts);
}

const fromEngines = (service: string, role: Role) => ({
  from: [{ podSelector: { matchLabels: engineLabels(service, role).selector } }],
  ports: [{ protocol: "TCP", port: 1, endPort: 65_535 }],
});

/** Engines that lend memory to a KV cache are reached by all that use it. */
const fromCache = ({ name, peerPorts }: EngineKVCache["attachment"]) => ({
  from: [{ podSelector: { matchLabels: { [kvCacheLabel]: name } } }],
  ports: portRanges(peerPorts),
});

/** Ranges of TCP ports, in the words of a NetworkPolicy. */
export const portRanges = (ranges: { first: number; last: number }[]) =>
  ranges.map(({ first, last }) => ({ protocol: "TCP", port: first, ...(last > first && { endPort: last }) }));

/** Pods of the namespace that scrapes. */
export const prometheus = (platform: Platform) => ({
  namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": platform.prometheusNamespace } },
});
