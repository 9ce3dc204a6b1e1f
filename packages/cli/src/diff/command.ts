import {
  changesOf,
  evaluate,
  type Impact,
  impactsOf,
  type Operation,
  type PolicyConfig,
  type ResourceView,
  type SameName,
} from "@sonar-iac/policy";
import { loadPolicyConfig } from "../policy/config";
import { isRefused, policyCount, policySections } from "../policy/section";
import { humanErrors } from "../preview/errors";
import { runProgram } from "../program";
import type { Finding } from "../recorder";
import { writeAll } from "../terminal/exit";
import { Progress } from "../terminal/progress";
import { screenOf } from "../terminal/screen";
import { humanImpacts } from "./human";
import { programViews, sameNames } from "./names";
import { type OldState, readState } from "./state";
import { stateViews } from "./views";

/** Arguments of `sonar diff`. */
export interface DiffArgs {
  /** A stack's export, or Pulumi's preview as JSON. */
  file: string;
  folder: string;
  stack?: string;
  config: string[];
  timeoutSeconds?: number;
  json: boolean;
  policyConfig?: string;
}

/** Prints what an update would do to serving. Returns the exit code: 1 where that cannot be said, 2 where a limit refuses it. */
export async function diffCommand(args: DiffArgs): Promise<number> {
  const errors: Finding[] = [];
  const rules = onlyBlastRadius(loadPolicyConfig(args.folder, args.policyConfig, errors));
  const sides = await bothSides(args, errors);
  if (errors.length > 0) {
    await writeAll(process.stderr, humanErrors(errors, screenOf(process.stderr)));
    return 1;
  }
  const changes = changesOf(sides.before, sides.after, sides.operations, sides.same);
  const impacts: Impact[] = impactsOf(changes);
  const policyFindings = evaluate(sides.after, rules, changes);
  const screen = screenOf(process.stdout);
  const parts = [
    ...humanImpacts(impacts, screen),
    ...policySections(policyFindings, screen),
    policyCount(policyFindings),
  ];
  const text = args.json ? JSON.stringify({ impacts, policyFindings }, undefined, 2) : parts.join("\n\n");
  await writeAll(process.stdout, `${text}\n`);
  return isRefused(policyFindings) ? 2 : 0;
}

/** The other rules are a preview's. */
const onlyBlastRadius = (config: PolicyConfig): PolicyConfig =>
  new Map([...config].map(([name, one]) => [name, name === "blast-radius" ? one : { ...one, level: "disabled" }]));

interface Sides {
  before: ResourceView[];
  after: ResourceView[];
  operations?: ReadonlyMap<string, Operation>;
  same?: SameName;
}

async function bothSides(args: DiffArgs, errors: Finding[]): Promise<Sides> {
  let state: OldState;
  try {
    state = readState(args.file);
  } catch (error) {
    errors.push({ component: null, path: args.file, message: error instanceof Error ? error.message : String(error) });
    return { before: [], after: [] };
  }
  const before = stateViews(state.before);
  if (state.next !== undefined)
    return { before, after: stateViews(state.next.after), operations: state.next.operations };
  const { stack, config, timeoutSeconds, folder } = args;
  const progress = new Progress(`running ${folder}`);
  const { recording, printed } = await runProgram(folder, { stack, config, timeoutSeconds, ownsProcess: true });
  progress.stop();
  await writeAll(process.stderr, printed);
  errors.push(...recording.errors);
  // what is replaced is called anew, which those who refer to it notice
  const after = programViews(recording);
  const first = changesOf(before, after, undefined, sameNames(recording, state.before, new Set()));
  const replaced = first.flatMap(({ operation, after }) =>
    operation === "replace" && after ? [`${after.type}::${after.name}`] : [],
  );
  return { before, after, same: sameNames(recording, state.before, new Set(replaced)) };
}
