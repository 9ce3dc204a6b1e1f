import type * as pulumi from "@pulumi/pulumi";
import type * as sonar from "@sonar-iac/pulumi";
import { describe } from "vitest";
import { componentContract } from "../contract";
import { unknown } from "../harness";
import { used } from "./used";
import { kvCacheArgsOf, kvCacheVariants } from "./variants";

const late = () => unknown() as pulumi.Output<string>;
const lateNames = [
  "storageClass",
  "claimName",
  "bucket",
  "secretName",
  "roleArn",
  "tlsSecretName",
  "image",
  "endpoint",
];

/** Every name in arguments that may be known only later, unknown. */
function lateIn(args: object, skip: string[] = []): object {
  const part = (key: string, given: unknown): unknown => {
    if (lateNames.includes(key) && !skip.includes(key)) return late();
    const inner = typeof given === "object" && given !== null && !Array.isArray(given);
    return inner ? lateIn(given, skip) : given;
  };
  return Object.fromEntries(Object.entries(args).map(([key, given]) => [key, part(key, given)]));
}

const later = ({ platform, backend, ...args }: sonar.ExternalKVCacheArgs) =>
  ({
    ...args,
    ...(args.image !== undefined && { image: late() }),
    platform: { ...platform, namespace: late(), prometheusNamespace: late() },
    // the address of an object store is plain, that of a server is a name
    backend: lateIn(backend, backend.kind === "object-store" ? ["endpoint"] : []),
  }) as sonar.ExternalKVCacheArgs;

describe.each(Object.entries(kvCacheVariants))("ExternalKVCache with %s", (_, variant) => {
  componentContract(
    "prefixes, and a service that uses them",
    (opts) => used(kvCacheArgsOf(variant), opts),
    (opts) => used(later(kvCacheArgsOf(variant)), opts),
  );
});
