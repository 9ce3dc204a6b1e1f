import type { Notes } from "../../aws";
import type { NodeSituation } from "../../aws/situation";
import type { ModelPlan, Problem, WeightsPlan } from "../../plan";

/** What storage of weights is planned for. */
export interface CacheContext {
  model: ModelPlan;
  replicas: number;
  /** Engines that share a node; null: not known. */
  enginesPerNode: number | null;
  nodes: NodeSituation;
  notes: Notes;
}

/** What a kind of storage decides; the rest of the plan is the same for all. */
export type WeightsPart = Pick<WeightsPlan, "kind" | "storage" | "accessMode" | "sizeGiB">;

/**
 * MiB/s that an engine is counted on to load from files, however fast they are read: the budget of a start is a limit, and one that is
 * too short ends the start.
 */
export const engineMiBps = 1000;

/** AWS' MB are decimal, the budget's MiB are not. */
export const mibOfMB = (mb: number) => Math.floor((mb * 1e6) / 2 ** 20);

/** Arguments that change nothing on storage that exists. */
export function withoutEffect(given: Record<string, unknown>, keys: readonly string[]): Problem[] {
  return keys
    .filter((key) => given[key] !== undefined)
    .map((path) => ({ path, message: "has no effect on a file system that exists. Leave it out." }));
}

/** A path among the weights, on storage that is made empty. */
export const emptyProblem = (source: string): Problem => ({
  path: "",
  message: `"${source}" is a path, and a new volume is empty. Use storage that exists and holds it, or a Hugging Face id as model.source.`,
});
