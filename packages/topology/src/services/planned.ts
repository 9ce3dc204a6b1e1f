import type { z } from "zod";
import { check, independent, prune } from "../check";
import { Explanations, type Problem, type ServingPlan } from "../plan";
import { longestOfGroup, nameProblems } from "./name";

/** A plan, or all that is wrong. */
export type Planned = { plan: ServingPlan; problems: [] } | { plan: undefined; problems: Problem[] };

/** Where a plan that is being made puts what it finds. */
export interface PlanNotes {
  why: Explanations;
  problems: Problem[];
  warnings: Problem[];
}

/** Checks the shape of arguments, and plans what has the right shape, so that everything wrong is listed at once. */
export function planned<Spec>(
  name: string,
  schema: z.ZodType,
  args: Spec,
  plan: (spec: Spec, notes: PlanNotes) => ServingPlan,
): Planned {
  const shape = check(schema, args).problems;
  const spec = prune(args, shape);
  if (!check(schema, spec).value) return { plan: undefined, problems: [...nameProblems(name), ...shape] };
  const notes: PlanNotes = { why: new Explanations(), problems: [], warnings: [] };
  const made = plan(spec, notes);
  const groups = Object.values(made.pools).flatMap(({ group }) => (group && group.size > 1 ? [group] : []));
  const longest = groups.length > 0 ? Math.min(...groups.map(longestOfGroup)) : undefined;
  const all = [...nameProblems(name, longest), ...shape, ...independent(notes.problems, shape)];
  return all.length > 0 ? { plan: undefined, problems: all } : { plan: made, problems: [] };
}
