import * as eks from "@pulumi/aws/eks";
import * as iam from "@pulumi/aws/iam";
import * as pulumi from "@pulumi/pulumi";

/** Service accounts of a namespace. */
export interface Accounts {
  namespace: pulumi.Input<string>;
  names: string[];
}

/** How pods of a service account get a role. */
export type Identity = "pod-identity" | { oidcProviderArn: pulumi.Input<string> };

/** Who may take a role: EKS on behalf of pods, or pods themselves by their tokens. */
export function trustOf(identity: Identity, { namespace, names }: Accounts): pulumi.Input<string> {
  const policy = (statement: object) => JSON.stringify({ Version: "2012-10-17", Statement: [statement] });
  if (identity === "pod-identity") {
    return policy({
      Effect: "Allow",
      Principal: { Service: "pods.eks.amazonaws.com" },
      Action: ["sts:AssumeRole", "sts:TagSession"],
    });
  }
  return pulumi.all([identity.oidcProviderArn, namespace]).apply(([provider, space]) => {
    const issuer = provider.slice(provider.indexOf("oidc-provider/") + "oidc-provider/".length);
    return policy({
      Effect: "Allow",
      Principal: { Federated: provider },
      Action: "sts:AssumeRoleWithWebIdentity",
      Condition: {
        StringEquals: {
          [`${issuer}:aud`]: "sts.amazonaws.com",
          [`${issuer}:sub`]: names.map((name) => `system:serviceaccount:${space}:${name}`),
        },
      },
    });
  });
}

/** A role's name has 64 characters at most: Pulumi appends 8 to a logical name and does not cut it, the provider 26 to a prefix. */
export const roleNaming = (name: string): Pick<iam.RoleArgs, "namePrefix"> =>
  name.length > 64 - 8 ? { namePrefix: name.slice(0, 64 - 26) } : {};

/** A role with one policy, and what must be there before a pod uses it. */
export function roleWith(
  name: string,
  args: Pick<iam.RoleArgs, "path" | "tags"> & { assumeRolePolicy: pulumi.Input<string> },
  statements: pulumi.Input<object[]>,
  opts: pulumi.CustomResourceOptions,
): { arn: pulumi.Output<string>; policy: iam.RolePolicy } {
  const role = new iam.Role(name, { ...roleNaming(name), ...args }, opts);
  const policy = new iam.RolePolicy(
    name,
    {
      role: role.name,
      policy: pulumi.output(statements).apply((Statement) => JSON.stringify({ Version: "2012-10-17", Statement })),
    },
    opts,
  );
  return { arn: role.arn, policy };
}

/** Gives pods of service accounts a role by EKS Pod Identity, whether the accounts exist yet or not. */
export function associate(
  name: string,
  clusterName: pulumi.Input<string>,
  roleArn: pulumi.Input<string>,
  { namespace, names }: Accounts,
  opts: pulumi.CustomResourceOptions,
): eks.PodIdentityAssociation[] {
  return names.map(
    (serviceAccount) =>
      new eks.PodIdentityAssociation(
        `${name}-${serviceAccount}`,
        { clusterName, namespace, serviceAccount, roleArn },
        opts,
      ),
  );
}
