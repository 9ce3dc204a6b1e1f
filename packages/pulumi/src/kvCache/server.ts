import type * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import type { ServerResources } from "@sonar-iac/topology";
import { override } from "../args";
import { engineUser } from "../caches/fetch";
import { kvCacheLabel } from "../engine";
import { account, accountAndBudget, containerSecurity, labelsOf, type Part, podSecurity } from "../kube";
import { pullSecrets } from "../platform";
import type { ExternalKVCacheArgs, KVCachePodOverrides } from "./args";

type PodSpec = k8s.types.input.core.v1.PodSpec;
type Container = k8s.types.input.core.v1.Container;

/** One of a cache's servers, before it has pods. */
export interface ServerSite {
  /** Name of the server's resources. */
  name: string;
  metadata: k8s.types.input.meta.v1.ObjectMeta & { labels: Record<string, string> };
  selector: Record<string, string>;
  /** Labels of its pods: those of the cache are among them, by which policies know who belongs together. */
  podLabels: Record<string, string>;
  /** Host name of its Service within the cluster. */
  host: pulumi.Output<string>;
  serviceAccountName: pulumi.Output<string>;
  args: ExternalKVCacheArgs;
  opts: pulumi.CustomResourceOptions;
}

/** Names, labels and account of a server, and its budget: pods of a Job have none, since nobody could say how many there should be. */
export function serverSite(
  cache: string,
  { suffix, part }: { suffix: string; part: Part },
  args: ExternalKVCacheArgs,
  host: (name: string) => pulumi.Output<string>,
  opts: pulumi.CustomResourceOptions,
): ServerSite {
  const { platform } = args;
  const name = `${cache}-${suffix}`;
  const labels = labelsOf(cache, part);
  const metadata = { name, namespace: platform.namespace, labels: labels.all };
  return {
    name,
    metadata,
    selector: labels.selector,
    podLabels: { ...labels.all, [kvCacheLabel]: cache },
    host: host(name),
    serviceAccountName:
      part === "kv-cleaning" ? account(name, metadata, opts) : accountAndBudget(name, metadata, labels.selector, opts),
    args,
    opts,
  };
}

/** A server's container, but for its command. */
export const serverContainer = (
  name: string,
  image: pulumi.Input<string>,
  { cpu, memoryGiB }: ServerResources,
): Pick<Container, "name" | "image" | "resources" | "securityContext"> => ({
  name,
  image,
  resources: {
    requests: { cpu: String(cpu), memory: `${memoryGiB}Gi` },
    limits: { memory: `${memoryGiB}Gi` },
  },
  securityContext: { ...containerSecurity, readOnlyRootFilesystem: true },
});

/**
 * Asked for its health by the kubelet: quick to be taken out of its Service, at which connections are refused instead of waited for, and restarted when it
 * has been silent for a quarter of a minute. Engines that wait for one that is frozen admit one request for each time-out, and only its restart ends that;
 * a restart in vain costs entries, which are computed again.
 */
export const healthProbes = (
  asked: Pick<k8s.types.input.core.v1.Probe, "httpGet" | "exec">,
  startSeconds = 120,
): Partial<Container> => ({
  startupProbe: { ...asked, periodSeconds: 1, timeoutSeconds: 2, failureThreshold: startSeconds },
  readinessProbe: { ...asked, periodSeconds: 2, timeoutSeconds: 2, failureThreshold: 2 },
  livenessProbe: {
    ...asked,
    periodSeconds: 5,
    timeoutSeconds: 3,
    failureThreshold: 3,
    terminationGracePeriodSeconds: 5,
  },
});

/** The pod of a server. */
export function serverPod(
  { args: { platform, runAsUser = engineUser }, serviceAccountName }: ServerSite,
  container: Container,
  rest: Partial<PodSpec>,
  overrides: KVCachePodOverrides = {},
): PodSpec {
  const mounts = (container.volumeMounts ?? []) as k8s.types.input.core.v1.VolumeMount[];
  const volumes = (rest.volumes ?? []) as k8s.types.input.core.v1.Volume[];
  const spec: PodSpec = {
    serviceAccountName,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    // nothing is saved at the end, and Mooncake's store node hears of no SIGTERM as process 1
    terminationGracePeriodSeconds: 5,
    ...pullSecrets(platform),
    securityContext: podSecurity(runAsUser),
    ...rest,
    containers: [
      override({ ...container, volumeMounts: [...mounts, { name: "tmp", mountPath: "/tmp" }] }, overrides.container),
    ],
    volumes: [...volumes, { name: "tmp", emptyDir: { sizeLimit: "256Mi" } }],
  };
  return override(spec, overrides.pod);
}

/** How long Pulumi waits for pods: a first pull of an image of many GiB is in it. */
export const awaitPods = { create: "20m", update: "20m", delete: "5m" };
