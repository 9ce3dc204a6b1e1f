import { hasReference, numberOption } from "../../engine";
import { over, type Rule } from "../../rule";
import { type TransferConfig, transferConfigs } from "./transferConfig";

/** Decode keeps what it knows of an engine by its id: a prefill engine that comes back under an old id answers every request with an error. */
export const engineId: Rule = {
  name: "kv-engine-id-unset",
  description: "No engine has a KV transfer id that stays the same when it starts again.",
  severity: "high",
  level: "mandatory",
  tags: ["prefill-decode"],
  remediation:
    'Remove "engine_id" from --kv-transfer-config: the engine makes a new one at each start. Ranks on several nodes share one: put a variable into it that they are all told anew at each start.',
  scope: "resource",
  check: ({ engines }) =>
    over(engines, (engine) => {
      if (!transferConfigs(engine).some(isFixed)) return undefined;
      const way =
        (numberOption(engine, "nnodes") ?? 1) > 1
          ? "Put a variable into it that all nodes of an engine are told, another one at each start."
          : "Remove it.";
      return `--kv-transfer-config: "engine_id" is fixed, so that after a restart decode asks for blocks of the process that is gone: every request fails. ${way}`;
    }),
};

/** Whether an id is plain words. A placeholder in it is filled in by what starts the engine, such as the supervisor of a group's ranks. */
function isFixed({ engine_id: id }: TransferConfig): boolean {
  return id !== undefined && id !== null && !hasReference(String(id));
}
