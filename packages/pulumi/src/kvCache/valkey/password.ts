import type * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";
import type { SecretReference } from "../../caches";
import { keySecret } from "../../keys";

const entry = "password";

/** The password of the server's user: one that is generated, of letters and digits, unless one is given. */
export function passwordOf(
  name: string,
  given: SecretReference | undefined,
  namespace: pulumi.Input<string>,
  opts: pulumi.CustomResourceOptions,
): Required<SecretReference> {
  if (given !== undefined) return { secretName: given.secretName, key: given.key ?? "token" };
  const { result } = new random.RandomPassword(`${name}-password`, { length: 43, special: false }, opts);
  const secret = keySecret(`${name}-password`, namespace, { [entry]: result }, opts);
  return { secretName: secret.metadata.name, key: entry };
}
