import { givenOptions } from "../engine/given";
import type { ParallelismArgs } from "../parallelism";
import type { ModelPlan, Problem } from "../plan";
import type { Running } from "./compatibility";
import { segmentProblems } from "./segments";

/** What cannot stand beside a connector in the options of one side. */
export function sideProblems({ argv, env }: Running, sideChannelPort: number): Problem[] {
  const problems: Problem[] = [];
  const given = givenOptions(argv);
  if (given.has("kv-offloading-size")) {
    problems.push({
      path: "engine.extraArgs",
      value: "kv-offloading-size",
      message:
        '"kv-offloading-size" makes the engine use a connector for offloading in place of the one that moves KV caches between engines. Leave it out.',
    });
  }
  const events = given.get("kv-events-config");
  if (events && new RegExp(`:${sideChannelPort}(?![0-9])`).test(events.join())) {
    problems.push({
      path: "engine.extraArgs",
      value: "kv-events-config",
      message: `"kv-events-config" publishes on ${sideChannelPort}, the port of the side channel (transfer.sideChannelPort). Use another for one of them.`,
    });
  }
  problems.push(...segmentProblems(env));
  return problems;
}

/** Whether the two sides' splits can exchange blocks. */
export function layoutProblems(prefill: ParallelismArgs, decode: ParallelismArgs): Problem[] {
  const problems: Problem[] = [];
  const stages = decode.pipeline ?? 1;
  if (stages > 1) {
    problems.push({
      path: "decode.parallelism.pipeline",
      value: stages,
      message: `decode with ${stages} pipeline stages cannot receive KV caches: the engine has no code for it. Use pipeline: 1, and tensor for more GPUs.`,
    });
  }
  for (const [role, { prefillContext = 1 }] of Object.entries({ prefill, decode })) {
    if (prefillContext === 1) continue;
    problems.push({
      path: `${role}.parallelism.prefillContext`,
      value: prefillContext,
      message: "engines that share out the computation of a prompt cannot exchange KV caches over NIXL. Use 1.",
    });
  }
  const [p, d] = [prefill.tensor ?? 1, decode.tensor ?? 1];
  if (Math.max(p, d) % Math.min(p, d) !== 0) {
    problems.push({
      path: "decode.parallelism.tensor",
      value: d,
      message: `${d} GPUs of decode and ${p} of prefill cannot share out attention heads to each other: one number must divide the other. Use a divisor or a multiple of ${p}.`,
    });
  }
  return problems;
}

/** What decides how long a context fits. */
export interface Room {
  gpuMemoryGiB: number | null;
  utilization: number | undefined;
  /** GPUs that hold one copy of the weights. */
  gpusOfWeights: number;
  /** GPUs that hold the KV cache of one request: those of a data parallel rank. */
  gpusPerDataRank: number;
}

/** Lengths that each side finds for itself differ where their GPUs do: decode would refuse what prefill has computed. */
export function lengthProblems({ maxLength }: ModelPlan, prefill: Room, decode: Room): Problem[] {
  if (maxLength !== "auto") return [];
  const pairs: [string, unknown, unknown][] = [
    ["GPUs for a copy of the weights", prefill.gpusOfWeights, decode.gpusOfWeights],
    ["GPUs for a data parallel rank", prefill.gpusPerDataRank, decode.gpusPerDataRank],
    ["GiB per GPU", prefill.gpuMemoryGiB, decode.gpuMemoryGiB],
    ["of each GPU's memory", prefill.utilization ?? 0.92, decode.utilization ?? 0.92],
  ];
  const unequal = pairs.find(([, p, d]) => p !== null && d !== null && p !== d);
  if (!unequal) return [];
  const [what, p, d] = unequal;
  return [
    {
      path: "model.maxLength",
      value: maxLength,
      message: `with "auto" each side takes the longest context that fits its memory, but prefill has ${p} ${what} and decode ${d}: one would refuse what the other accepts. Give a number of tokens.`,
    },
  ];
}
