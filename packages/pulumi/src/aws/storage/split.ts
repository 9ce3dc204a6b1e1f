import {
  type AwsCacheSpec,
  awsCacheArguments,
  awsCacheKinds,
  check,
  object,
  type PlatformCacheSpec,
  type Problem,
} from "@sonar-iac/topology";
import { z } from "zod";
import { laterProblem, takeEventual } from "../../args";
import { type ModelCacheArgs, plainCache } from "../../caches";
import type { SubnetIds } from "../nodeGroup";
import { zoneOf } from "../nodeGroup/subnets";
import type { AwsCacheArgs } from "./args";
import { cacheNames } from "./names";

type Fields = Record<string, unknown>;

/** What is plain in a cache's arguments, for topology; what is wrong with the rest goes to `problems`. */
export function splitCache(
  args: AwsCacheArgs | ModelCacheArgs,
  subnetIds: SubnetIds | undefined,
  problems: Problem[],
  base: string,
): PlatformCacheSpec {
  const join = (path: string) => [base, path].filter((part) => part !== "").join(".");
  if (!isAws(args)) return plainCache(args, problems, base);
  const names = cacheNames[args.kind];
  const isName = ([key]: [string, unknown]) => key in names.shape;
  const fields = Object.entries(args).filter(([, value]) => value !== undefined);
  problems.push(
    ...check(names, Object.fromEntries(fields.filter(isName)), base).problems,
    ...check(known(args.kind), Object.fromEntries(fields), base).problems,
    ...unused(args).map(({ path, ...rest }) => ({ ...rest, path: join(path) })),
  );
  const plain = Object.fromEntries(
    fields.filter((field) => !isName(field) && awsCacheArguments(args.kind).includes(field[0])),
  );
  const taken = takeEventual({ ...plain, ...derived(args, subnetIds) });
  problems.push(...taken.eventual.map((path) => laterProblem(join(path))));
  return taken.plain as AwsCacheSpec;
}

/** All names of a kind, for whatever is none. */
const known = (kind: AwsCacheArgs["kind"]) =>
  object(
    Object.fromEntries(
      [...awsCacheArguments(kind), ...Object.keys(cacheNames[kind].shape)].map((key) => [key, z.unknown().optional()]),
    ),
  );

export const isAws = (args: AwsCacheArgs | ModelCacheArgs): args is AwsCacheArgs =>
  (awsCacheKinds as readonly unknown[]).includes((args as { kind?: unknown } | undefined)?.kind);

/** What the names say about what is made. */
function derived(args: AwsCacheArgs, nodeSubnets: SubnetIds | undefined): Fields {
  switch (args.kind) {
    case "efs": {
      const existing = args.fileSystemId !== undefined;
      const subnets = args.subnetIds ?? (existing ? undefined : nodeSubnets);
      return { existing, ...(Array.isArray(subnets) && { subnets: subnets.map(zoneOf) }) };
    }
    case "fsx-lustre": {
      const existing = args.fileSystem !== undefined;
      const first = existing ? undefined : Array.isArray(nodeSubnets) ? nodeSubnets[0] : undefined;
      const subnet = args.subnetId ?? first;
      return {
        existing,
        repository: args.repository !== undefined,
        ...(subnet !== undefined && { subnet: zoneOf(subnet) }),
      };
    }
    case "s3":
      return typeof args.identity === "object" ? { identity: "irsa" } : {};
    default:
      return {};
  }
}

/** Names that change nothing as the other arguments stand. */
function unused(args: AwsCacheArgs): Problem[] {
  const given = args as unknown as Fields;
  const without = (keys: string[], because: string) =>
    keys
      .filter((key) => given[key] !== undefined)
      .map((path) => ({ path, message: `has no effect on ${because}. Leave it out.` }));
  if (args.kind === "efs" && args.fileSystemId !== undefined)
    return without(["securityGroupId", "kmsKeyId"], "a file system that exists");
  if (args.kind === "fsx-lustre" && args.fileSystem !== undefined)
    return without(["securityGroupId", "kmsKeyId", "repository", "tags"], "a file system that exists");
  if (args.kind === "s3" && args.roleArn !== undefined) return without(["kmsKeyArn"], "a role that exists");
  return [];
}
