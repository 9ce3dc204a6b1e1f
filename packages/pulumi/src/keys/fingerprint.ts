import * as pulumi from "@pulumi/pulumi";
import { hash } from "../kube";

/** Changes with the keys and tells nothing about them: they are random and long. */
export function fingerprint(keys: Record<string, pulumi.Output<string>>): pulumi.Output<string> {
  return pulumi.unsecret(pulumi.all(keys).apply((known) => hash(JSON.stringify(Object.entries(known).sort()))));
}
