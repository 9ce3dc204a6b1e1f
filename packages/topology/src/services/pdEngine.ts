import type { EngineArgs } from "../engine/args";
import { canonicalName, findOption } from "../engine/options";

/** One option, however it is spelled. */
const optionKey = (name: string) => findOption(name)?.flag ?? canonicalName(name);

/** Options of one side: its own, and beside them those of the service. */
export function mergedEngine(shared: EngineArgs = {}, own: EngineArgs = {}): EngineArgs {
  const ownOptions = new Set(Object.keys(own.extraArgs ?? {}).map(optionKey));
  const sharedArgs = Object.entries(shared.extraArgs ?? {}).filter(([name]) => !ownOptions.has(optionKey(name)));
  return {
    ...shared,
    ...own,
    extraArgs: { ...Object.fromEntries(sharedArgs), ...own.extraArgs },
    environment: { ...shared.environment, ...own.environment },
    ...((shared.resources || own.resources) && { resources: { ...shared.resources, ...own.resources } }),
  };
}

/** Whether a side's own options are meant by a path below `engine`; of options by name, the message names the one. */
export function isOwn(own: EngineArgs | undefined, path: string, message: string): boolean {
  const [, field = ""] = path.split(".");
  const value = (own as Record<string, unknown> | undefined)?.[field];
  if (field !== "extraArgs" && field !== "environment") return value !== undefined;
  const named = /^"([^"]*)"/.exec(message)?.[1] ?? "";
  return value !== undefined && Object.hasOwn(value as object, named);
}
