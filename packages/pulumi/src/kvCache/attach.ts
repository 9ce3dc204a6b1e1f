import type { Problem } from "@sonar-iac/topology";
import { engineUser } from "../caches/fetch";
import type { Platform } from "../platform";
import type { ExternalKVCacheArgs } from "./args";

/** What a service says of itself that a cache must fit; its model and its options are compared in the plan. */
interface Attached {
  platform?: Platform;
  runAsUser?: number;
  modelCache?: unknown;
}

/** Why a service's engines cannot use a cache where it is. */
export function attachProblems(
  { name, args }: { name: string; args: ExternalKVCacheArgs },
  service: Attached,
): Problem[] {
  const { platform, runAsUser = engineUser } = service;
  if (typeof platform !== "object" || platform === null) return [];
  const problems: Problem[] = [];
  const path = "kvCache";
  const [its, ours] = [args.platform.namespace, platform.namespace];
  if (typeof its === "string" && typeof ours === "string" && its !== ours) {
    problems.push({
      path,
      message: `the cache "${name}" is in the namespace "${its}", but the service in "${ours}", and neither claims, Secrets nor network policies reach over. Either give both one platform, or a cache for each.`,
    });
  }
  const { backend, runAsUser: owner = engineUser } = args;
  if (backend.kind === "filesystem" && owner !== runAsUser) {
    problems.push({
      path,
      message: `the cache "${name}" is cleaned by the user ${owner}, but these engines write as ${runAsUser}. Give both the same runAsUser.`,
    });
  }
  const streams = service.modelCache === undefined && platform.modelCache?.spec.kind === "s3";
  if (backend.kind === "object-store" && backend.access?.kind !== "secret" && streams) {
    problems.push({
      path,
      message: `weights are streamed from S3 by one role, and the cache "${name}" needs another; a service account has one. Either keys for the cache, backend.access: { kind: "secret", secretName }, or weights elsewhere: modelCache.`,
    });
  }
  return problems;
}
