import * as pulumi from "@pulumi/pulumi";
import { check, object, text } from "@sonar-iac/topology";
import { InvalidArgsError, input } from "../../args";
import { type ClusterArgs, clusterSchema } from "../cluster";
import { associate, roleWith, trustOf } from "../identity";

/** Path of the roles that the operator may take. */
export const readerPath = "/sonar/external-secrets/";

/** Arguments of {@link ExternalSecretsIdentity}. */
export interface ExternalSecretsIdentityArgs {
  cluster: ClusterArgs;
  /** Namespace of the operator. @default "external-secrets" */
  namespace?: pulumi.Input<string>;
  /** Service account of the operator. @default "external-secrets" */
  serviceAccount?: string;
  /** Tags of everything that is made. @default {} */
  tags?: Record<string, pulumi.Input<string>>;
}

const schema = object({
  cluster: clusterSchema,
  namespace: input(text("Name the operator's namespace.")).optional(),
  serviceAccount: text("Name the operator's service account.").optional(),
});

/**
 * Who the operator External Secrets is in AWS, by EKS Pod Identity: it may take the roles that services make for their secrets, and
 * nothing else. Make one for a cluster, and give it to every platform there.
 *
 * @example
 * ```ts
 * const operator = new ExternalSecretsIdentity("external-secrets", { cluster: { name: "prod" } });
 * const platform = eks({ …, secrets: { kind: "secrets-manager", delivery: "external-secrets", operator } });
 * ```
 * @throws InvalidArgsError with every problem, before anything is created.
 */
export class ExternalSecretsIdentity extends pulumi.ComponentResource {
  readonly roleArn: pulumi.Output<string>;

  constructor(name: string, args: ExternalSecretsIdentityArgs, opts?: pulumi.ComponentResourceOptions) {
    const { tags, ...rest } = args ?? {};
    const { problems } = check(schema, rest);
    if (problems.length > 0) throw new InvalidArgsError("ExternalSecretsIdentity", name, problems);
    super("sonar:index:ExternalSecretsIdentity", name, {}, opts);
    const accounts = {
      namespace: args.namespace ?? "external-secrets",
      names: [args.serviceAccount ?? "external-secrets"],
    };
    const taking = {
      Effect: "Allow",
      Action: ["sts:AssumeRole", "sts:TagSession"],
      Resource: `arn:aws:iam::*:role${readerPath}*`,
    };
    const role = roleWith(name, { assumeRolePolicy: trustOf("pod-identity", accounts), tags }, [taking], {
      parent: this,
    });
    associate(name, args.cluster.name, role.arn, accounts, { parent: this });
    this.roleArn = role.arn;
    this.registerOutputs({ roleArn: this.roleArn });
  }
}
