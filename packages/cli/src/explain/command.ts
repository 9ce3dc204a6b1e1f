import { humanErrors } from "../preview/errors";
import { makeReport } from "../preview/report";
import { runProgram } from "../program";
import { finding } from "../recorder/finding";
import { writeAll } from "../terminal/exit";
import { Progress } from "../terminal/progress";
import { screenOf } from "../terminal/screen";
import { findExplanations } from "./find";
import { renderExplanations, renderList } from "./render";

/** Arguments of `sonar explain`. */
export interface ExplainArgs {
  folder: string;
  /** Empty for a list of all. */
  path: string;
  stack?: string;
  config: string[];
  timeoutSeconds?: number;
}

/** Prints why derived values are what they are. Returns the exit code: 1 for an invalid program or an unknown path. */
export async function explainCommand({ folder, path, stack, config, timeoutSeconds }: ExplainArgs): Promise<number> {
  const progress = new Progress(`running ${folder}`);
  const { recording, printed } = await runProgram(folder, { stack, config, timeoutSeconds, ownsProcess: true });
  progress.stop();
  await writeAll(process.stderr, printed);
  const { topology, kvCaches, errors } = makeReport(recording);
  if (errors.length === 0 && Object.keys(topology).length === 0) {
    errors.push(finding(null, "The program has no Sonar service, so there is nothing to explain."));
  }
  const { explanations, near } = findExplanations({ ...topology, ...kvCaches }, path);
  if (errors.length === 0 && explanations.length === 0) {
    const hint = near.length > 0 ? `Did you mean ${near.join(", ")}?` : "Without a path, all are listed.";
    errors.push({ component: null, path, message: `No derived value has this path. ${hint}` });
  }
  if (errors.length > 0) {
    await writeAll(process.stderr, humanErrors(errors, screenOf(process.stderr)));
    return 1;
  }
  const screen = screenOf(process.stdout);
  await writeAll(
    process.stdout,
    path === "" ? renderList(explanations, screen) : renderExplanations(explanations, screen),
  );
  return 0;
}
