import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import { check, flag, object, text } from "@sonar-iac/topology";
import { InvalidArgsError, input } from "../../args";

/** Arguments of {@link DevicePlugins}. */
export interface DevicePluginsArgs {
  /** Install NVIDIA's plugin, which offers GPUs to pods; false: it is there. Bottlerocket nodes bring their own and are left out. @default true */
  nvidia?: boolean;
  /** Install the plugin that offers Elastic Fabric Adapters to pods, on nodes that have them; false: it is there. @default true */
  efa?: boolean;
  /** Namespace of the plugins; it must exist. @default "kube-system" */
  namespace?: pulumi.Input<string>;
}

const schema = object({
  nvidia: flag().optional(),
  efa: flag().optional(),
  namespace: input(text("Name a namespace that exists.")).optional(),
});

/** On every node, whatever its taints. */
const tolerations = [{ operator: "Exists" }];

/** Charts, pinned. Sources: NVIDIA's k8s-device-plugin and AWS' eks-charts, August 2026. */
const charts = {
  nvidia: {
    chart: "nvidia-device-plugin",
    version: "0.20.0",
    repo: "https://nvidia.github.io/k8s-device-plugin",
    // on by default since 0.19: it would give GPU pods the adapters that EFA's plugin counts
    values: { mofedEnabled: false, tolerations },
  },
  efa: {
    chart: "aws-efa-k8s-device-plugin",
    version: "v0.5.30",
    repo: "https://aws.github.io/eks-charts",
    values: { tolerations },
  },
};

/**
 * The device plugins of a cluster, which offer GPUs and Elastic Fabric Adapters to pods. Make one for a cluster, and give it to every
 * platform there; where the plugins exist, make none. The releases have fixed names, so that a second installation is refused.
 *
 * @example
 * ```ts
 * const devicePlugins = new DevicePlugins("gpu");
 * const platform = eks({ cluster: { name: "prod" }, subnetIds, nodes: { instanceType: "g6e.12xlarge" }, devicePlugins });
 * ```
 * @throws InvalidArgsError with every problem, before anything is created.
 */
export class DevicePlugins extends pulumi.ComponentResource {
  constructor(name: string, args: DevicePluginsArgs = {}, opts?: pulumi.ComponentResourceOptions) {
    const { problems } = check(schema, args);
    if (problems.length > 0) throw new InvalidArgsError("DevicePlugins", name, problems);
    super("sonar:index:DevicePlugins", name, {}, opts);
    for (const plugin of ["nvidia", "efa"] as const) {
      if (args[plugin] === false) continue;
      const { chart, version, repo, values } = charts[plugin];
      new k8s.helm.v4.Chart(
        `${name}-${plugin}`,
        {
          name: chart,
          chart,
          version,
          namespace: args.namespace ?? "kube-system",
          repositoryOpts: { repo },
          values,
        },
        { parent: this },
      );
    }
    this.registerOutputs({});
  }
}
