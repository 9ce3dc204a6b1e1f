import { InvalidArgsError } from "../args";
import { type KubernetesArgs, kubernetes, type Platform } from "../platform";
import { ReplicatedService, type ReplicatedServiceArgs } from "../services";
import { planReplicated } from "../services/plan";
import { readConfig } from "./config";

/**
 * The service that the stack's configuration describes: the arguments of the TypeScript classes, key by key.
 *
 * @throws InvalidArgsError with every problem of the configuration, before anything is created.
 */
export function deployFromConfig(): ReplicatedService {
  const { values, problems } = readConfig();
  const {
    service = "replicated",
    name = "sonar",
    platform: where,
    ...args
  } = values as Record<string, unknown> & { name?: string };
  if (service !== "replicated") {
    problems.push({
      path: "service",
      value: service,
      message: `${JSON.stringify(service)} is not a service of this release. Use "replicated".`,
    });
  }
  const { kind = "kubernetes", ...rest } = isObject(where) ? where : {};
  if (kind !== "kubernetes") {
    problems.push({
      path: "platform.kind",
      value: kind,
      message: `${JSON.stringify(kind)} is not a platform of this release. Use "kubernetes".`,
    });
  }
  let platform: Platform | undefined;
  try {
    platform = kubernetes(rest as unknown as KubernetesArgs);
  } catch (error) {
    if (!(error instanceof InvalidArgsError)) throw error;
    problems.push(...error.problems.map((problem) => ({ ...problem, path: `platform.${problem.path}` })));
  }
  const unplaced = { kind: "kubernetes", nodes: {} } as Platform;
  const full = { ...args, platform: platform ?? unplaced } as unknown as ReplicatedServiceArgs;
  problems.push(...planReplicated(name, full).problems);
  if (problems.length > 0) throw new InvalidArgsError("Stack", name, problems);
  return new ReplicatedService(name, full);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
