import * as pulumi from "@pulumi/pulumi";
import type { S3Plan } from "@sonar-iac/topology";
import type { ClusterArgs } from "../cluster";
import { associate, roleWith, trustOf } from "../identity";
import { alone, type Planned, type StandaloneArgs } from "./alone";
import type { S3Args } from "./args";

/** Arguments of {@link S3Access}. */
export interface S3AccessArgs extends S3Args, StandaloneArgs {
  cluster: ClusterArgs;
  /** Service accounts whose pods may read. */
  serviceAccounts: string[];
}

/**
 * Lets pods read a folder of a bucket, and nothing else: a role, and how pods get it. A service on
 * `eks({ modelCache: { kind: "s3", bucket } })` makes its own for its engines.
 *
 * @example
 * ```ts
 * const reading = new S3Access("weights", { cluster: { name: "prod" }, bucket: "weights", serviceAccounts: ["batch"], namespace: "llm" });
 * ```
 * @throws InvalidArgsError with every problem, before anything is created.
 */
export class S3Access extends pulumi.ComponentResource {
  readonly roleArn: pulumi.Output<string>;
  /** Annotations that the service accounts need; empty with Pod Identity. */
  readonly accountAnnotations: Record<string, pulumi.Output<string>>;
  /** What must be there before a pod starts. */
  readonly ready: pulumi.Resource[];

  constructor(name: string, args: S3AccessArgs, opts?: pulumi.ComponentResourceOptions);
  /** @internal */
  constructor(name: string, args: S3AccessArgs, opts: pulumi.ComponentResourceOptions, planned: Planned<S3Plan>);
  constructor(
    name: string,
    args: S3AccessArgs,
    opts?: pulumi.ComponentResourceOptions,
    { storage } = planAlone(name, args),
  ) {
    super("sonar:index:S3Access", name, { plan: storage }, opts);
    const { cluster, tags, identity = "pod-identity", serviceAccounts: names } = args;
    const accounts = { namespace: args.namespace ?? "default", names };
    const below = { parent: this };
    const role =
      args.roleArn === undefined
        ? roleWith(name, { assumeRolePolicy: trustOf(identity, accounts), tags }, statements(storage, args), below)
        : undefined;
    this.roleArn = role ? role.arn : pulumi.output(args.roleArn as string);
    this.ready = role ? [role.policy] : [];
    if (identity === "pod-identity") {
      this.accountAnnotations = {};
      this.ready.push(...associate(name, cluster.name, this.roleArn, accounts, below));
    } else this.accountAnnotations = { "eks.amazonaws.com/role-arn": this.roleArn };
    this.registerOutputs({ roleArn: this.roleArn });
  }
}

/** To read the objects of the folder, and to list them, with or without the slash at its end; in the partition "aws". */
function statements({ bucket, prefix }: S3Plan, { kmsKeyArn }: S3Args): pulumi.Input<object[]> {
  const arn = `arn:aws:s3:::${bucket}`;
  const reading = [
    { Effect: "Allow", Action: "s3:GetObject", Resource: `${arn}/${prefix}*` },
    {
      Effect: "Allow",
      Action: "s3:ListBucket",
      Resource: arn,
      ...(prefix !== "" && { Condition: { StringLike: { "s3:prefix": [prefix.slice(0, -1), `${prefix}*`] } } }),
    },
  ];
  if (kmsKeyArn === undefined) return reading;
  return pulumi
    .output(kmsKeyArn)
    .apply((key): object[] => [...reading, { Effect: "Allow", Action: "kms:Decrypt", Resource: key }]);
}

function planAlone(name: string, { serviceAccounts, ...args }: S3AccessArgs): Planned<S3Plan> {
  return alone("S3Access", name, "s3", args, () =>
    Array.isArray(serviceAccounts) &&
    serviceAccounts.length > 0 &&
    serviceAccounts.every((one) => typeof one === "string" && one !== "")
      ? []
      : [{ path: "serviceAccounts", message: "must be a list of names. Name the service account of the pods." }],
  );
}
