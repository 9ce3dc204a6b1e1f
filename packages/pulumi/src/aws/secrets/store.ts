import * as secretsmanager from "@pulumi/aws/secretsmanager";
import * as pulumi from "@pulumi/pulumi";
import { keySecret } from "../../keys";
import { broughtKey, type PlatformSecrets } from "../../platform";
import type { SecretsArgs } from "./args";
import { type Brought, externalSecret, secretStore } from "./external";
import { fieldOf } from "./field";

/** Keeps keys in AWS Secrets Manager, and brings them into the cluster. */
export function secretsManager(args: SecretsArgs): PlatformSecrets {
  const external = args.delivery === "external-secrets";
  return {
    store(name, namespace, secrets, opts) {
      const roles = Object.keys(secrets) as (keyof typeof secrets)[];
      const kept = roles.map((role) => ({ role, ...keep(`${name}-${role}`, secrets[role], args, opts) }));
      const store =
        external &&
        secretStore(
          name,
          namespace,
          kept.map(({ arn }) => arn),
          args,
          opts,
        );
      const secretName = ({ role, arn, versionId }: (typeof kept)[number]) => {
        if (!store) return keySecret(`${name}-${role}`, namespace, secrets[role], opts).metadata.name;
        const data: Brought = { dataFrom: [{ extract: { key: arn, version: pulumi.interpolate`uuid/${versionId}` } }] };
        return externalSecret(`${name}-${role}`, namespace, store, data, opts);
      };
      return Object.fromEntries(kept.map((one) => [one.role, secretName(one)])) as Record<
        (typeof roles)[number],
        pulumi.Output<string>
      >;
    },
    bring(name, namespace, { secretArn, key }, opts) {
      if (!external) {
        const { secretString } = secretsmanager.getSecretVersionOutput(
          { secretId: secretArn },
          { parent: opts.parent },
        );
        const token = pulumi
          .all([secretString, secretArn])
          .apply(([text, arn]) => (key === undefined ? text : fieldOf(text, key, arn)));
        return keySecret(name, namespace, { [broughtKey]: pulumi.secret(token) }, opts).metadata.name;
      }
      const store = secretStore(name, namespace, [pulumi.output(secretArn)], args, opts);
      const remoteRef = { key: secretArn, ...(key !== undefined && { property: key }) };
      return externalSecret(name, namespace, store, { data: [{ secretKey: broughtKey, remoteRef }] }, opts);
    },
  };
}

/** A secret with its value, and the version that holds it. */
function keep(
  name: string,
  entries: Record<string, pulumi.Output<string>>,
  { kmsKeyId, recoveryWindowDays, tags }: SecretsArgs,
  opts: pulumi.CustomResourceOptions,
) {
  const secret = new secretsmanager.Secret(
    name,
    {
      // a deleted secret's name is taken until its window ends
      namePrefix: `${name}-`,
      ...(kmsKeyId !== undefined && { kmsKeyId }),
      ...(recoveryWindowDays !== undefined && { recoveryWindowInDays: recoveryWindowDays }),
      tags,
    },
    opts,
  );
  const version = new secretsmanager.SecretVersion(
    name,
    { secretId: secret.id, secretString: pulumi.secret(pulumi.jsonStringify(entries)) },
    opts,
  );
  return { arn: version.arn, versionId: version.versionId };
}
