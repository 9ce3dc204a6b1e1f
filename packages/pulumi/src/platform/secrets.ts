import type * as pulumi from "@pulumi/pulumi";

/** Where the keys of services are kept. */
export interface PlatformSecrets {
  /**
   * Keeps secrets, and brings them into the cluster.
   *
   * @param name whose secrets they are
   * @param secrets the entries of each, as secrets
   * @param opts whose children are made
   * @returns the name of each Secret in the cluster; another one when what it holds has changed
   */
  store<Role extends string>(
    name: string,
    namespace: pulumi.Input<string>,
    secrets: Record<Role, Record<string, pulumi.Output<string>>>,
    opts: pulumi.CustomResourceOptions,
  ): Record<Role, pulumi.Output<string>>;
  /**
   * Brings a secret that exists into the cluster, as the entry {@link broughtKey} of a Secret.
   *
   * @param name what its children are named after
   * @param opts whose children are made
   * @returns the name of the Secret in the cluster
   */
  bring(
    name: string,
    namespace: pulumi.Input<string>,
    reference: SecretArnReference,
    opts: pulumi.CustomResourceOptions,
  ): pulumi.Output<string>;
}

/** A secret of AWS Secrets Manager that exists. */
export interface SecretArnReference {
  /** Its ARN. */
  secretArn: pulumi.Input<string>;
  /** The field to take, where the secret is a JSON object. @default the whole secret */
  key?: string;
}

/** The entry of a secret that was brought. */
export const broughtKey = "token";
