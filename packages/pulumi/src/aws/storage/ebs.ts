import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import type { EbsPlan } from "@sonar-iac/topology";
import { alone, type Planned } from "./alone";
import type { EbsArgs } from "./args";

/**
 * A storage class of encrypted gp3 volumes of EBS, made where the pod is. A service on `eks({ modelCache: { kind: "ebs" } })` makes its own.
 *
 * @example
 * ```ts
 * const fast = new EbsClass("fast", { throughputMiBps: 1000 });
 * const modelCache = { kind: "storage-class", storageClass: fast.storageClassName, throughputMiBps: 1000 } as const;
 * ```
 * @throws InvalidArgsError with every problem, before anything is created.
 */
export class EbsClass extends pulumi.ComponentResource {
  readonly storageClass: k8s.storage.v1.StorageClass;
  readonly storageClassName: pulumi.Output<string>;

  constructor(name: string, args: EbsArgs, opts?: pulumi.ComponentResourceOptions);
  /** @internal */
  constructor(name: string, args: EbsArgs, opts: pulumi.ComponentResourceOptions, planned: Planned<EbsPlan>);
  constructor(
    name: string,
    args: EbsArgs,
    opts?: pulumi.ComponentResourceOptions,
    { storage }: Planned<EbsPlan> = alone("EbsClass", name, "ebs", args),
  ) {
    super("sonar:index:EbsClass", name, { plan: storage }, opts);
    const { iops, volumeMiBps, deletion } = storage;
    this.storageClass = new k8s.storage.v1.StorageClass(
      name,
      {
        provisioner: "ebs.csi.aws.com",
        parameters: {
          type: "gp3",
          iops: String(iops),
          throughput: String(volumeMiBps),
          encrypted: "true",
          ...(args.kmsKeyId !== undefined && { kmsKeyId: args.kmsKeyId }),
        },
        // a volume lies in one zone: that of the pod
        volumeBindingMode: "WaitForFirstConsumer",
        allowVolumeExpansion: true,
        reclaimPolicy: deletion === "retain" ? "Retain" : "Delete",
      },
      { parent: this },
    );
    this.storageClassName = this.storageClass.metadata.name;
    this.registerOutputs({ storageClassName: this.storageClassName });
  }
}
