import type { Problem } from "../plan";
import type { EngineArgs } from "./args";
import { nearest } from "./nearest";
import { canonicalName, findOption } from "./options";

/** What the engine refuses of a combination of options, said before it runs. */
export function engineProblems(engine: EngineArgs, maxLength: number | "auto", contextLimit?: number): Problem[] {
  const { dtype, kvCacheDtype, maxSequences, maxBatchedTokens } = engine;
  const problems = [
    ...choiceProblems("engine.dtype", "dtype", dtype),
    ...choiceProblems("engine.kvCacheDtype", "kv-cache-dtype", kvCacheDtype),
  ];
  if (maxSequences !== undefined && maxBatchedTokens !== undefined && maxBatchedTokens < maxSequences) {
    problems.push({
      path: "engine.maxBatchedTokens",
      value: maxBatchedTokens,
      message: `${maxBatchedTokens} tokens in a step are fewer than the ${maxSequences} sequences that may run at once (engine.maxSequences), each of which makes one. Use ${maxSequences} or more.`,
    });
  }
  const longest = maxLength === "auto" ? contextLimit : maxLength;
  if (
    maxBatchedTokens !== undefined &&
    longest !== undefined &&
    maxBatchedTokens < longest &&
    chunkedPrefillOff(engine)
  ) {
    problems.push({
      path: "engine.maxBatchedTokens",
      value: maxBatchedTokens,
      message: `without chunked prefill (turned off in engine.extraArgs, or beside a Mooncake cache) a prompt of ${longest} tokens (${maxLength === "auto" ? "model.contextLimit" : "model.maxLength"}) must fit one step of ${maxBatchedTokens}. Use ${longest} or more, or a smaller model.maxLength.`,
    });
  }
  return problems;
}

/** A value that the engine's table does not list for an option. */
export function choiceProblems(path: string, option: string, value: string | undefined): Problem[] {
  const choices = findOption(option)?.choices?.map(String) ?? [];
  if (value === undefined || choices.includes(value)) return [];
  const near = nearest(value, choices, 1)[0];
  const way = near ? `Did you mean "${near}"?` : `Use one of ${choices.join(", ")}.`;
  return [{ path, value, message: `"${value}" is not a value of --${option}. ${way}` }];
}

function chunkedPrefillOff({ extraArgs = {} }: EngineArgs): boolean {
  return Object.entries(extraArgs).some(
    ([name, value]) => canonicalName(name) === "enable-chunked-prefill" && value === false,
  );
}
