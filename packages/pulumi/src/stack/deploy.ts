import { InvalidArgsError } from "../args";
import { type KubernetesArgs, kubernetes, type Platform } from "../platform";
import { readConfig } from "./config";
import { ownSettings, type StackResult, stackServices } from "./services";

/**
 * The service that the stack's configuration describes: the arguments of the TypeScript classes, key by key.
 *
 * @throws InvalidArgsError with every problem of the configuration, before anything is created.
 */
export function deployFromConfig(): StackResult {
  const { values, problems } = readConfig();
  const {
    service = "replicated",
    name = "sonar",
    platform: where,
    ...args
  } = values as Record<string, unknown> & { service?: string; name?: string };
  const known = stackServices[service];
  if (!known) {
    const names = Object.keys(stackServices).map((one) => `"${one}"`);
    const message = `${JSON.stringify(service)} is not a service of this release. Use ${names.join(" or ")}.`;
    problems.push({ path: "service", value: service, message });
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
  const own = known ? ownSettings(service, args, problems) : args;
  const full = { ...own, platform: platform ?? unplaced };
  if (known) problems.push(...known.plan(name, full).problems);
  if (problems.length > 0 || !known) throw new InvalidArgsError("Stack", name, problems);
  return known.make(name, full);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
